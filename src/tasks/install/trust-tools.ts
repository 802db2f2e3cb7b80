import type { Context } from '../../context.ts'

/** What `requireTrustedOrigin` asks with. */
export function trustTools({ paths, env, now, terminal }: Context) {
  return {
    paths,
    env,
    now,
    isInteractive: terminal.isInteractive,
    confirm: (question: { message: string; default: boolean }) => terminal.ask.confirm(question),
  }
}
