import type { Bench } from '../../bench/bench.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import { onceFor } from '../../bench/once-for.ts'
import { isRefused, isTaken, type Answer } from '../../bench/raw-request.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { error } from '../../finding.ts'

/** Reason of a check that must not need `answer.order` if it has nothing to judge, because that check waits for it. */
export const NO_ORDERS = 'the app does not accept an order event'

/** Sends a genuine event of the usual topic and returns the app's final response to it. */
export const firstEvent = onceFor(async (bench: Bench) => {
  const { delivery, topic, order } = await bench.event()
  return { delivery, topic, order, answer: await lastAnswer(bench, bench.app, delivery) }
})

export const genuine: Check = {
  id: 'signature.genuine',
  title: 'A genuine delivery is accepted',
  rules: ['HOOK-001', 'HOOK-003', 'HOOK-009', 'HOOK-011'],
  needs: ['answer.in-time'],
  run: async (bench) => {
    const { delivery, topic, answer } = await firstEvent(bench)
    if (isTaken(answer) || (await isVerified(bench, answer))) return []
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
async function isVerified(bench: Bench, answer: Answer): Promise<boolean> {
  if (isRefused(answer)) return false
  const { delivery } = await bench.event({ eventId: `test:${bench.newEventId()}` })
  return isTaken(await lastAnswer(bench, bench.app, delivery))
}
