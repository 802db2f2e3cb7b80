import { isMissingRoute } from '../../../http/status.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { error } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { isRejected, isTaken, type Answer } from '../../harness/raw-request.ts'

/** Reason of a check that must not need `answer.order` if it has nothing to judge, because that check waits for it. */
export const NO_ORDERS = 'the app does not accept an order event'

/** Sends a genuine event of the usual topic and returns the app's final response to it. */
export const firstEvent = onceFor(async (harness: Harness) => {
  const { delivery, topic, order } = await harness.event()
  return { delivery, topic, order, answer: await lastAnswer(harness, harness.app, delivery) }
})

export const genuine: Check = {
  id: 'signature.genuine',
  title: 'A genuine delivery is accepted',
  rules: ['HOOK-001', 'HOOK-003', 'HOOK-009', 'HOOK-011'],
  needs: ['answer.in-time'],
  run: async (harness) => {
    const { delivery, topic, answer } = await firstEvent(harness)
    if (isTaken(answer) || (await isVerified(harness, answer))) return []
    if (answer.answered && isMissingRoute(answer.status))
      return error({
        title: `The app has no route for POST ${delivery.path}`,
        why: `The platform sends every event to this path, so the app misses all of them, for example ${topic}.`,
        remedy:
          'Add the route, or set `path` under [webhooks] in app.toml to your webhook route. `app docs your-own-app` describes what it must do.',
        evidence: [requestEvidence(delivery, answer)],
      })
    return error({
      title: 'The app does not accept a genuine delivery',
      why: `The platform retries a delivery without a 2xx response until it is a dead letter. The app misses every event, for example ${topic}.`,
      remedy:
        'Compute the HMAC-SHA256 of topic, LF, store id, LF, timestamp, LF and the raw body, with the text of SVCAPP_SIGNING_SECRET as the key. Compare it with X-Service-Hmac-Sha256, and return 2xx once the work is safe.',
      evidence: [requestEvidence(delivery, answer)],
    })
  },
}

/** Returns true if the work fails rather than the signature: the app accepts a test event, which needs no work. */
async function isVerified(harness: Harness, answer: Answer): Promise<boolean> {
  if (isRejected(answer)) return false
  const { delivery } = await harness.event({ eventId: `test:${harness.newEventId()}` })
  return isTaken(await lastAnswer(harness, harness.app, delivery))
}
