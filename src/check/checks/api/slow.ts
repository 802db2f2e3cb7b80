import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiFixture, callingInstall, sendEvent, whileFaulty } from '../../api-calls/fixture.ts'
import { judgeable } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { callsWith } from '../../harness/tokens.ts'
import { slowness } from '../../harness/work.ts'

/** In ms, longer than any wait for the response to a delivery on an idle machine. */
const SLOW_MS = 20_000

export const slow: Check = {
  id: 'api.slow',
  title: 'The app responds to a delivery in time even if the platform is slow',
  rules: [],
  needs: ['answer.order', 'api.token'],
  unless: ['api.broken'],
  run: async (harness) => {
    const { app } = await apiFixture(harness)
    const install = await callingInstall(harness)
    const answer = await whileFaulty(
      app,
      install,
      { act: { kind: 'slow', ms: SLOW_MS * slowness(harness) } },
      async () => {
        const sent = await sendEvent(harness, app, install.place)
        return judgeable(sent.answer)
      },
    )
    if (answer.answered || answer.why !== 'too-slow') return []
    return warning({
      title: 'The app does not respond to a delivery while the platform is slow',
      why: 'Meanwhile the platform treats the delivery as failed and resends it. Each waiting delivery uses memory and a connection. (Advice from svcapp.)',
      remedy:
        'Set a timeout of a few seconds for each call, shorter than the delivery timeout. When it expires, reject the event with 5xx.',
      evidence: callEvidence(callsWith(app, install.token).slice(-1)),
    })
  },
}
