import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiStage, callingInstall, tell, whileFaulty } from '../../api-calls/stage.ts'
import type { Check } from '../../check.ts'
import { callsWith } from '../../stores/tokens.ts'

/** Longer than any wait for the answer to a delivery, in ms. */
const SLOW_MS = 20_000

export const slow: Check = {
  id: 'api.slow',
  title: 'A delivery is answered in time although the platform is slow',
  rules: [],
  needs: ['answer.order', 'api.token'],
  run: async (bench) => {
    const { app } = await apiStage(bench)
    const install = await callingInstall(bench)
    const reply = await whileFaulty(app, install, { act: { kind: 'slow', ms: SLOW_MS } }, async () => {
      const told = await tell(bench, app, install.place)
      return told.reply
    })
    if (reply.answered || reply.why !== 'too-slow') return []
    return [
      {
        severity: 'warning',
        title: 'A delivery waits as long as the platform is slow',
        why: 'Meanwhile the platform takes the delivery for failed and sends it again, and each one that waits holds memory and a connection. (Advice of svcapp.)',
        remedy:
          'Give each call a time-out of a few seconds, shorter than the answer to a delivery may take, and refuse the event with 5xx when it is over.',
        evidence: callEvidence(callsWith(app, install.token).slice(-1)),
      },
    ]
  },
}
