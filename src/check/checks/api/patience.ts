import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiStage, callingInstall, tell, whileFaulty } from '../../api-calls/stage.ts'
import { workMs } from '../../bench/work.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { callsWith, isWith } from '../../stores/tokens.ts'

const WAIT_SECONDS = 20

/** What is on its way when the answer comes, in ms. */
const UNDER_WAY_MS = 500

export const patience: Check = {
  id: 'api.retry-after',
  title: 'After 429 the app waits as long as Retry-After says',
  rules: ['ERR-018', 'LIM-001'],
  needs: ['api.rate-limit'],
  run: async (bench) => {
    const { app } = await apiStage(bench)
    const install = await callingInstall(bench)
    const act = { kind: 'answer', status: 429, headers: { 'Retry-After': String(WAIT_SECONDS) } } as const
    const calls = await whileFaulty(app, install, { act }, async () => {
      const before = callsWith(app, install.token).length
      const told = await tell(bench, app, install.place)
      const refused = await app.calls.wait((call) => isWith(install.token)(call) && call.faulty, workMs(bench))
      if (refused === null) throw new CannotJudge('the app made no call that could be refused')
      // The platform sends an event again that was refused, and others come meanwhile.
      await bench.sleep(UNDER_WAY_MS)
      await told.again()
      await tell(bench, app, install.place)
      await bench.sleep(UNDER_WAY_MS)
      return callsWith(app, install.token).slice(before)
    })
    const [first] = calls
    const early = calls.filter(({ at }) => first !== undefined && at - first.at > UNDER_WAY_MS)
    if (first === undefined || early.length === 0) return []
    return [
      {
        severity: 'warning',
        title: `The app calls again although Retry-After says ${WAIT_SECONDS} seconds`,
        why: 'Whoever goes on calling above the limit stays above it: the events that come meanwhile only add to it.',
        remedy:
          'Keep for each token until when it must not call, and refuse events with 5xx until then: the platform sends them again.',
        evidence: callEvidence([first, ...early]),
      },
    ]
  },
}
