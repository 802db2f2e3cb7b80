import type { Context } from '../../context.ts'

/** What `requireTrustedOrigin` asks with. */
export function trustTools(context: Context) {
  const { paths, env, now, terminal } = context
  return {
    paths,
    env,
    now,
    // Asked late: looking at stdin costs 4 ms, and the emulator's address needs no question.
    get isInteractive() {
      return terminal.isInteractive
    },
    confirm: async (question: { message: string; default: boolean }) => {
      const { otherBaseUrl } = await import('../register/other-base-url.ts')
      const other = await otherBaseUrl(context)
      if (other !== null) terminal.note(other)
      return terminal.ask.confirm(question)
    },
  }
}
