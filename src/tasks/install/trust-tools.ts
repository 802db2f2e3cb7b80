import type { Context } from '../../context.ts'

/** What `requireTrustedOrigin` asks with. */
export function trustTools({ paths, env, now, terminal }: Context) {
  return {
    paths,
    env,
    now,
    // Asked late: looking at stdin costs 4 ms, and the emulator's address needs no question.
    get isInteractive() {
      return terminal.isInteractive
    },
    confirm: (question: { message: string; default: boolean }) => terminal.ask.confirm(question),
  }
}
