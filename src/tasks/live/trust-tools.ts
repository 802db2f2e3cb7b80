import type { Context } from '../../context.ts'
import { liveLevel } from '../../project/live/live-lock.ts'
import type { OriginTrustTools } from '../../project/origin-trust.ts'

/** Returns the tools that `requireTrustedOrigin` needs. Requests each URL once without a secret before the question, unless the command has done so. */
export function trustTools(context: Context, { isChecked = false } = {}): OriginTrustTools {
  const { paths, env, now, terminal } = context
  return {
    paths,
    env,
    now,
    // Evaluated late: checking stdin costs 4 ms, and the emulator's URL needs no question.
    get isInteractive() {
      return terminal.isInteractive
    },
    confirm: async (question, target) => {
      const [{ noteOtherBaseUrl }, { wrongAddresses }] = await Promise.all([
        import('./other-base-url.ts'),
        import('../../dev/live/wrong-addresses.ts'),
      ])
      const isSkipped = isChecked || liveLevel(env, target) === 'off'
      const wrong = isSkipped ? [] : await wrongAddresses({ tools: context, signal: context.interrupted }, target)
      for (const text of wrong) terminal.note(text)
      await noteOtherBaseUrl(context)
      return terminal.ask.confirm(question)
    },
  }
}
