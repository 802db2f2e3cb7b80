import type { ApiCall } from '../harness/calls.ts'
import { addressOf, calledEndpoint } from './called-endpoint.ts'

/** Returns the key by which the platform recognizes a repeated write; null if the call sends none. */
export function keyOf(call: ApiCall): string | null {
  const idempotency = calledEndpoint(call)?.idempotency
  if (idempotency?.kind !== 'key') return null
  // `items[].externalRef` is in each row under its last part.
  const field = idempotency.field.split('.').at(-1) ?? idempotency.field
  const inAddress = addressOf(call).searchParams.get(field)
  if (inAddress !== null) return inAddress
  const values = call.body.toString('latin1').match(new RegExp(`"${field}"\\s*:\\s*"[^"]*"`, 'g'))
  return values === null ? null : values.join(' ')
}

/** Returns true if the platform would execute a repeated call again. */
export function isRepeatable(call: ApiCall): boolean {
  const kind = calledEndpoint(call)?.idempotency.kind
  return keyOf(call) === null && (kind === 'none' || kind === 'key')
}

export function isWrite({ method }: ApiCall): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
