import type { Check } from '../../check.ts'
import { valueOf, withHeader, type SignedPart } from '../../harness/delivery.ts'
import { mustReject } from './rejected.ts'

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
  return mustReject({
    id: `no-${part}`,
    title: `A delivery without ${name} is rejected`,
    accepted: `A delivery without ${name} is accepted`,
    rules: [rule],
    why: 'The platform sends this header with every delivery, so a delivery without it is not from the platform. The app accepts it anyway.',
    remedy: `Reject with 401 when ${name} is missing or empty.`,
    make: async (harness) => {
      const { delivery } = await harness.event()
      return [
        { what: `without ${name}`, delivery: withHeader(delivery, part, null) },
        { what: `${name} empty`, delivery: withHeader(delivery, part, '') },
      ]
    },
  })
}

/** Usually an app reads all its headers in one way, so the first one of these that it accepts represents all. */
function doubled({ part, name }: Header, at: number): Check {
  const check = mustReject({
    id: `two-${part}`,
    title: `A delivery with two ${name} headers is rejected`,
    accepted: `A delivery with two different ${name} headers is accepted`,
    rules: [],
    severity: 'warning',
    why: 'It is unknown which of the two values was signed, so an app that verifies one and uses the other can be deceived. The platform sends each header once. (Advice from svcapp.)',
    remedy: `Reject with 401 when ${name} occurs more than once. Many servers join the two values with a comma.`,
    make: async (harness) => {
      const { delivery } = await harness.event()
      const right = valueOf(delivery, part)
      const other = part === 'topic' ? 'order.refunded' : right.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
      return [
        { what: 'the right value first', delivery: withHeader(delivery, part, [right, other]) },
        { what: 'the right value last', delivery: withHeader(delivery, part, [other, right]) },
      ]
    },
  })
  return { ...check, unless: headers.slice(0, at).map((one) => `signature.two-${one.part}`) }
}
