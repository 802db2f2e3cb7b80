import { valueOf, withHeader, type SignedPart } from '../../bench/delivery.ts'
import type { Check } from '../../check.ts'
import { mustRefuse } from './refused.ts'

interface Header {
  readonly part: SignedPart
  readonly name: string
  readonly rule: string
}

const headers: readonly Header[] = [
  { part: 'signature', name: 'X-Service-Hmac-Sha256', rule: 'HOOK-003' },
  { part: 'topic', name: 'X-Service-Topic', rule: 'HOOK-005' },
  { part: 'store', name: 'X-Service-Store', rule: 'HOOK-006' },
  { part: 'timestamp', name: 'X-Service-Timestamp', rule: 'HOOK-008' },
]

/** Headers that are missing, empty or repeated. */
export const headerChecks: readonly Check[] = [...headers.map(missing), ...headers.map(doubled)]

function missing({ part, name, rule }: Header): Check {
  return mustRefuse({
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
  })
}

function doubled({ part, name }: Header): Check {
  return mustRefuse({
    id: `two-${part}`,
    title: `A delivery with two ${name} is refused`,
    accepted: `A delivery with two ${name} that differ is accepted`,
    rules: [],
    severity: 'warning',
    why: 'Of two values nobody can say which one was signed: what verifies the one and works with the other can be deceived. The platform sends each header once. (Advice of svcapp.)',
    remedy: `Refuse with 401 when ${name} comes more than once; many servers join both with a comma.`,
    make: async (bench) => {
      const { delivery } = await bench.event({ place: await bench.installedPlace() })
      const right = valueOf(delivery, part)
      const other = part === 'topic' ? 'order.refunded' : right.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
      return [
        { what: 'the right one first', delivery: withHeader(delivery, part, [right, other]) },
        { what: 'the right one last', delivery: withHeader(delivery, part, [other, right]) },
      ]
    },
  })
}
