import type { Bench } from '../../bench/bench.ts'
import type { Delivery } from '../../bench/delivery.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import { isTaken } from '../../bench/raw-request.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { error, warning } from '../../finding.ts'
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
    make: async (bench) => {
      return [await padded(bench, BIG)]
    },
  }),
  {
    id: 'answer.pieces',
    title: 'A body that arrives in chunks is accepted',
    rules: ['HOOK-002', 'HOOK-012'],
    needs: ['answer.order'],
    // The body's spaces are lost if the app signs its parsed form.
    unless: ['signature.reserialised', 'signature.raw'],
    run: async (bench) => {
      const delivery = await padded(bench, CUT)
      const { body } = delivery
      const pieces = [body.subarray(0, 40), body.subarray(40, CUT / 2), body.subarray(CUT / 2)]
      const answer = await lastAnswer(bench, bench.app, { ...delivery, body: pieces })
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
    run: async (bench) => {
      const { delivery } = await bench.event()
      const answer = await bench.app.send({ ...delivery, body: Buffer.alloc(HUGE, 'x') })
      const after = await bench.event()
      const next = await lastAnswer(bench, bench.app, after.delivery)
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
async function padded(bench: Bench, length: number): Promise<Delivery> {
  const { envelope } = await bench.event()
  const json = JSON.stringify({ ...envelope, eventId: bench.newEventId() })
  const body = Buffer.from(`${json.slice(0, -1)}${' '.repeat(Math.max(0, length - json.length))}}`)
  return (await bench.event({ body })).delivery
}
