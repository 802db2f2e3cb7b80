import { failed, ok, skipped, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'

export const target: Check = {
  id: 'target',
  group: 'platform',
  title: 'target',
  run: async (facts) => {
    const { target: found, targetError } = facts
    if (found === null) return withoutTarget(facts)
    if (found.name === 'live') return live(facts)
    const platform = await facts.platform()
    if (platform !== null) {
      const { pid, version } = platform.status
      return ok(`the emulator answers at ${found.baseUrl.origin} (pid ${pid}, version ${version})`)
    }
    return failed(`an emulator runs (pid ${facts.runFile?.pid}) and does not answer`, {
      remedy: `Stop it, with kill ${facts.runFile?.pid} if need be, then: app emulator start`,
      details: targetError === null ? {} : { code: targetError.code },
    })
  },
}

function withoutTarget({ targetError, targetName, project }: DoctorFacts): CheckResult {
  if (targetError?.code === 'emulator.not-running') {
    return skipped('no emulator runs', { remedy: 'app dev, or app emulator start' })
  }
  if (targetName === 'live' && project === null) return skipped('app.toml names the target, and there is no app.toml')
  throw targetError ?? new Error('The target is not known.')
}

/** Asked for without a token: a new origin gets no secret (T25). Any answer shows that it runs. */
async function live(facts: DoctorFacts): Promise<CheckResult> {
  const origin = facts.target?.baseUrl.origin ?? ''
  const answer = await facts.liveAnswer()
  if (answer === null) return skipped('not asked')
  if (answer instanceof Error) throw answer
  return ok(`${origin} answers (${answer.status} without a token)`, { details: { origin, status: answer.status } })
}
