import type { Check } from '../../check.ts'
import { valueOf, withHeader, type Delivery } from '../../harness/delivery.ts'
import { mustReject } from './rejected.ts'

const why =
  'Anyone who has seen one delivery can forge other deliveries from it, for any store, and the app accepts them.'
const remedy =
  'Compute the signature from the received topic, LF, store id, LF, timestamp, LF and raw body, and reject with 401 if it differs.'

/** Genuine deliveries of which one part was changed afterwards. */
export const tamperedChecks: readonly Check[] = [
  mustReject({
    id: 'body',
    title: 'A delivery whose body was changed is rejected',
    accepted: 'A delivery whose body was changed after signing is accepted',
    rules: ['HOOK-009', 'HOOK-012'],
    why,
    remedy,
    make: async (harness) => {
      const { delivery, envelope } = await harness.event()
      return [
        { what: 'another eventId', delivery: { ...delivery, body: json({ ...envelope, eventId: 'evt_other' }) } },
        { what: 'no body', delivery: { ...delivery, body: new Uint8Array() } },
      ]
    },
  }),
  mustReject({
    id: 'reserialised',
    title: 'A delivery whose body was parsed and serialized again is rejected',
    accepted: 'A delivery whose body was parsed and serialized again after signing is accepted',
    rules: ['HOOK-012', 'HOOK-013'],
    why: 'The app verifies the parsed body instead of the received bytes. The signature then does not cover what the parser drops or repairs, and genuine deliveries in another JSON format are rejected.',
    remedy: 'Read the raw bytes before any parser does (express.raw, request.arrayBuffer()), and verify these bytes.',
    make: async (harness) => {
      const { delivery, envelope } = await harness.event()
      return [
        {
          what: 'the same JSON with spaces',
          delivery: { ...delivery, body: Buffer.from(JSON.stringify(envelope, null, 1)) },
        },
      ]
    },
  }),
  mustReject({
    id: 'topic',
    title: 'A delivery whose topic was changed is rejected',
    accepted: 'A delivery whose topic was changed after signing is accepted',
    rules: ['HOOK-005', 'HOOK-009'],
    why: 'A created order can be presented as paid.',
    remedy,
    make: async (harness) => {
      const { delivery, topic } = await harness.event()
      const other = topic === 'order.paid' ? 'order.created' : 'order.paid'
      return [{ what: `${other} instead of ${topic}`, delivery: withHeader(delivery, 'topic', other) }]
    },
  }),
  mustReject({
    id: 'store',
    title: 'A delivery whose store was changed is rejected',
    accepted: 'A delivery whose store was changed after signing is accepted',
    rules: ['HOOK-006', 'HOOK-009'],
    why: "An attacker can present one store's events as another store's.",
    remedy,
    make: async (harness) => {
      const { delivery } = await harness.event()
      return [
        {
          what: 'another store id',
          delivery: withHeader(delivery, 'store', `${Number(valueOf(delivery, 'store')) + 1}`),
        },
      ]
    },
  }),
  mustReject({
    id: 'timestamp',
    title: 'A delivery whose timestamp was changed is rejected',
    accepted: 'A delivery whose timestamp was changed after signing is accepted',
    rules: ['HOOK-008', 'HOOK-009', 'HOOK-015'],
    why: 'An old delivery can be resent forever with a new timestamp, despite the five-minute window.',
    remedy,
    make: async (harness) => {
      const { delivery } = await harness.event()
      return [
        { what: 'one second earlier', delivery: shifted(delivery, -1) },
        { what: 'one second later', delivery: shifted(delivery, 1) },
      ]
    },
  }),
  mustReject({
    id: 'value',
    needs: [],
    title: 'An invalid signature is rejected',
    accepted: 'A delivery with an invalid signature is accepted',
    rules: ['HOOK-009', 'HOOK-011', 'HOOK-014'],
    why: 'Anyone on the internet can send events to the app.',
    remedy: 'Check the length of the signature, compare all of it, and reject with 401 if it differs.',
    make: async (harness) => {
      const { delivery } = await harness.event()
      const right = valueOf(delivery, 'signature')
      const last = right.endsWith('0') ? '1' : '0'
      const values = {
        'another last digit': right.slice(0, -1) + last,
        'another first digit': (right.startsWith('0') ? '1' : '0') + right.slice(1),
        '63 digits': right.slice(0, 63),
        '65 digits': `${right}0`,
        'one digit': right.slice(0, 1),
        'not hex': 'z'.repeat(64),
        zeros: '0'.repeat(64),
        'not ASCII': `${right.slice(0, 63)}é`,
      }
      return Object.entries(values).map(([what, value]) => ({
        what,
        delivery: withHeader(delivery, 'signature', value),
      }))
    },
  }),
]

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function shifted(delivery: Delivery, seconds: number): Delivery {
  return withHeader(delivery, 'timestamp', `${Number(valueOf(delivery, 'timestamp')) + seconds}`)
}
