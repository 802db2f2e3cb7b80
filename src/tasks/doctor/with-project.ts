import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { skipped, type Check, type CheckResult } from './check.ts'
import type { DoctorFacts } from './facts.ts'

/** Creates a check of the project that is skipped without a readable one. */
export function withProject(
  run: (facts: DoctorFacts, project: Project) => CheckResult | Promise<CheckResult>,
): Check['run'] {
  return (facts) => {
    const { project } = facts
    if (project === null) return skipped('no app.toml')
    return project instanceof AppError ? skipped('app.toml cannot be read') : run(facts, project)
  }
}

/** Only the target check explains in full that base_url may have a typo. */
export const SEE_TARGET = 'Fix base_url first (see target).'

/** Creates a check of data stored for base_url that is skipped if base_url may have a typo. */
export function withBaseUrl(run: Parameters<typeof withProject>[0]): Check['run'] {
  return withProject((facts, project) => unlessTypo(facts, () => run(facts, project)))
}

/** Returns the result unless base_url may have a typo. */
export async function unlessTypo(
  facts: DoctorFacts,
  run: () => CheckResult | Promise<CheckResult>,
): Promise<CheckResult> {
  return (await facts.otherBaseUrl()) === null ? run() : skipped('not checked', { remedy: SEE_TARGET })
}
