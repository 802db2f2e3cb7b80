import { callEvidence } from '../../api-calls/call-evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { limitTrial, WAIT_SECONDS } from './limit-trial.ts'

export const patience: Check = {
  id: 'api.retry-after',
  title: 'After 429, the app waits as long as Retry-After requires',
  rules: ['ERR-018', 'LIM-001'],
  needs: ['api.rate-limit'],
  run: async (harness) => {
    const { first, early } = await limitTrial(harness)
    if (first === null) throw new CannotJudge('the app sent no call that could be rejected')
    if (early.length === 0) return []
    return warning({
      title: `The app calls again before the ${WAIT_SECONDS} seconds in Retry-After have passed`,
      why: 'An app that keeps calling above the limit stays above it. Events that arrive meanwhile add more calls.',
      remedy:
        'For each token, store the time of the next allowed call. Until then, reject events with 5xx, so that the platform resends them.',
      evidence: callEvidence([first, ...early]),
    })
  },
}
