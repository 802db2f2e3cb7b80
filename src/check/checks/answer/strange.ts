import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { findings } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { isRejected, isTaken } from '../../harness/raw-request.ts'

/** Genuine by signature but useless. The app must not crash on them. */
const bodies: Readonly<Record<string, string>> = {
  'not JSON': '{"eventId":',
  'not an object': '[]',
  null: 'null',
  'no eventId': '{"storeId":1,"regionId":null,"data":{}}',
  'data of another type': '{"eventId":"evt_strange","storeId":1,"regionId":"x","data":"text"}',
}

/** Parts of an event that the documents do not mention (EVT-025), or that an order without a region has (COST-039). */
const parts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'data without members': { data: {} },
  'data: null': { data: null },
  'data of another type': { data: 'text' },
  'regionId: null': { regionId: null },
}

export const strangeChecks: readonly Check[] = [
  {
    id: 'answer.strange-body',
    title: 'A signed body that is not an event does not cause a server error',
    rules: [],
    needs: ['signature.genuine'],
    unless: ['signature.body'],
    run: async (harness) => {
      const sent = await Promise.all(Object.entries(bodies).map(([what, body]) => sendBody(harness, what, body)))
      const unclear = sent
        .filter(({ answer }) => !isTaken(answer) && !isRejected(answer))
        .map(({ what, delivery, answer }) => ({ ...requestEvidence(delivery, answer), delivery: what }))
      return findings(unclear, {
        severity: 'warning',
        title: 'A signed body that is not an event causes a server error',
        why: 'The app responds to the error with 5xx, so the platform resends the delivery until it is a dead letter. (Advice from svcapp.)',
        remedy: 'Catch parse errors, and return 400 when the body is not an event envelope.',
      })
    },
  },
  {
    id: 'answer.sparse-event',
    title: 'An event without an order or a region does not cause a server error',
    rules: [],
    needs: ['answer.order'],
    run: async (harness) => {
      const sent = await Promise.all(
        Object.entries(parts).map(async ([what, extra]) => {
          const { delivery } = await harness.event({ extra })
          return { what, delivery, answer: await lastAnswer(harness, harness.app, delivery) }
        }),
      )
      // An app may wait for the install of a region that is still unknown to it.
      const wrong = sent.filter(({ answer }) => !answer.answered || answer.status === 500)
      return findings(
        wrong.map(({ what, delivery, answer }) => ({ ...requestEvidence(delivery, answer), delivery: what })),
        {
          severity: 'warning',
          title: 'An event without an order or a region causes a server error',
          why: 'The platform docs do not specify the data field, and old orders have no region. The event fails at each attempt until it is a dead letter. (Advice from svcapp.)',
          remedy:
            'Check that data.orderId and regionId exist before you read them. If you do not need them, accept the event without them.',
        },
      )
    },
  },
]

async function sendBody(harness: Harness, what: string, body: string) {
  const { delivery } = await harness.event({ body: Buffer.from(body) })
  return { what, delivery, answer: await lastAnswer(harness, harness.app, delivery) }
}
