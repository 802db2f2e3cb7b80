import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { error, warning } from '../../finding.ts'
import type { Delivery } from '../../harness/delivery.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { mustTake } from './must-take.ts'

const BIG = 64 * 1024

/** Body length above usual limits for forms; sent in three pieces. */
const CUT = 1500

const HUGE = 12 * 1024 * 1024

/** Bodies of unusual size, and in pieces as networks deliver them. */
export const bodyChecks: readonly Check[] = [
  mustTake({
    id: 'big-body',
    title: 'A 64 KB body is accepted',
    refused: 'A genuine delivery with a 64 KB body is rejected',
    rules: [],
    severity: 'warning',
    needs: ['answer.pieces'],
    why: 'The platform docs set no body size limit. An app with a small limit loses the events of its largest orders. (Advice from svcapp.)',
    remedy: "Set the webhook route's body limit to 1 MB or more.",
    make: async (harness) => {
      return [await padded(harness, BIG)]
    },
  }),
  {
    id: 'answer.pieces',
    title: 'A body that arrives in chunks is accepted',
    rules: ['HOOK-002', 'HOOK-012'],
    needs: ['answer.order'],
    // The body's spaces are lost if the app signs its parsed form.
    unless: ['signature.reserialised', 'signature.raw'],
    run: async (harness) => {
      const delivery = await padded(harness, CUT)
      const { body } = delivery
      const pieces = [body.subarray(0, 40), body.subarray(40, CUT / 2), body.subarray(CUT / 2)]
      const answer = await lastAnswer(harness, harness.app, { ...delivery, body: pieces })
      if (isTaken(answer)) return []
      return error({
        title: 'A genuine delivery whose body arrives in chunks is rejected',
        why: 'The network can split a body anywhere. Deliveries then fail occasionally, and large deliveries fail more often.',
        remedy: 'Read the whole body before you verify it.',
        evidence: [requestEvidence(delivery, answer)],
      })
    },
  },
  {
    id: 'answer.huge-body',
    title: 'The app accepts deliveries after an unsigned 12 MB body',
    rules: [],
    needs: ['answer.order', 'signature.value'],
    run: async (harness) => {
      const { delivery } = await harness.event()
      const answer = await harness.app.send({ ...delivery, body: Buffer.alloc(HUGE, 'x') })
      const after = await harness.event()
      const next = await lastAnswer(harness, harness.app, after.delivery)
      if (isTaken(next) && !isTaken(answer)) return []
      return warning({
        title: 'After an unsigned 12 MB body, the app does not accept a genuine delivery',
        why: 'Anyone can send such a body to the public URL, and the app then receives no events. (Advice from svcapp.)',
        remedy: 'Stop reading at a limit, for example 1 MB, and return 413.',
        evidence: [requestEvidence(delivery, answer), requestEvidence(after.delivery, next)],
      })
    },
  },
]

/** Creates a delivery with a body of this length. It is padded with spaces, which mean nothing in JSON, so its content is usual. */
async function padded(harness: Harness, length: number): Promise<Delivery> {
  const { envelope } = await harness.event()
  const json = JSON.stringify({ ...envelope, eventId: harness.newEventId() })
  const body = Buffer.from(`${json.slice(0, -1)}${' '.repeat(Math.max(0, length - json.length))}}`)
  return (await harness.event({ body })).delivery
}
