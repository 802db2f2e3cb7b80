import { withHeader, type SignedPart } from '../../bench/delivery.ts'
import type { Check } from '../../check.ts'
import { mustRefuse } from './refused.ts'

const parts: readonly (readonly [SignedPart, string, string])[] = [
  ['signature', 'X-Service-Hmac-Sha256', 'HOOK-003'],
  ['topic', 'X-Service-Topic', 'HOOK-005'],
  ['store', 'X-Service-Store', 'HOOK-006'],
  ['timestamp', 'X-Service-Timestamp', 'HOOK-008'],
]

/** Headers that are missing, empty or doubled. */
export const headerChecks: readonly Check[] = parts.flatMap(([part, name, rule]) => [
  mustRefuse({
    id: `no-${part}`,
    title: `A delivery without ${name} is refused`,
    accepted: `A delivery without ${name} is accepted`,
    rules: [rule],
    why: 'What is missing is not signed: the app lets a delivery in that nobody has signed as it stands.',
    remedy: `Refuse with 401 when ${name} is missing or empty.`,
    make: async (bench) => {
      const { delivery } = await bench.event({ place: await bench.installedPlace() })
      return [
        { what: `without ${name}`, delivery: withHeader(delivery, part, null) },
        { what: `${name} empty`, delivery: withHeader(delivery, part, '') },
      ]
    },
  }),
])
