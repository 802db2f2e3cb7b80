import { int, listOf, optional, orElse, text } from '../../control/fields.ts'
import { tool } from '../tool.ts'

/** Checks the app as a review would. */
export const check = tool({
  name: 'check',
  about:
    'Check whether the app is ready for review. Runs the app on a separate emulator and tests for common mistakes: install, signatures, retries, region pins, rejections, panel. Takes up to half a minute.',
  input: {
    only: optional(listOf(text({ about: '', max: 100 }), { about: 'Run only the given areas or checks.' })),
    skip: optional(listOf(text({ about: '', max: 100 }), { about: 'Areas or checks to skip.' })),
    timeoutSeconds: orElse(int({ about: '', min: 5, max: 600 }), 30),
  },
  // The check runs dev.command of the project.
  effect: 'changes',
  run: async (call, { only = [], skip = [], timeoutSeconds }) => {
    const [{ chooseChecks }, { allChecks }, { agree }, { runCheck }] = await Promise.all([
      import('../../check/choose.ts'),
      import('../../check/areas.ts'),
      import('../../tasks/check/agree.ts'),
      import('../../tasks/check/run-check.ts'),
    ])
    const chosen = chooseChecks(allChecks, { only, skip })
    const project = await call.project()
    await agree(call.context, { project, isAgreed: false })
    const report = await runCheck(call.context, { project, chosen, timeoutMs: timeoutSeconds * 1000 })
    const { complete, counts, ms, checks, findings } = report
    const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ id, title }) => ({ id, title }))
    return {
      said: {
        ready: complete && counts.errors === 0,
        complete,
        ms,
        counts,
        failed,
        findings: findings.map((finding) => ({
          check: finding.check,
          rules: finding.rules,
          severity: finding.severity,
          accepted: finding.accepted !== null,
        })),
      },
      foreign: { findings: findings.map(({ title, why, remedy, evidence }) => ({ title, why, remedy, evidence })) },
    }
  },
})
