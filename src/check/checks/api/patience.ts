import { callEvidence } from '../../api-calls/call-evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { limitTrial, WAIT_SECONDS } from './limit-trial.ts'

export const patience: Check = {
  id: 'api.retry-after',
  title: 'After 429 the app waits as long as Retry-After says',
  rules: ['ERR-018', 'LIM-001'],
  needs: ['api.rate-limit'],
  run: async (bench) => {
    const { first, early } = await limitTrial(bench)
    if (first === null) throw new CannotJudge('the app made no call that could be refused')
    if (early.length === 0) return []
    return warning({
      title: `The app calls again before the ${WAIT_SECONDS} seconds of Retry-After are over`,
      why: 'An app that keeps calling above the limit stays above it: the events that arrive meanwhile only add to it.',
      remedy:
        'For each token, store the time when it may call again, and refuse events with 5xx until then: the platform sends them again.',
      evidence: callEvidence([first, ...early]),
    })
  },
}
