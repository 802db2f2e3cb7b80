import { parseJson } from '../../text/json.ts'

const utf8 = new TextDecoder()

/** Returns the order number in an event's body, or null if it has none. Never throws. */
export function readOrderNumber(body: Uint8Array): string | null {
  const parsed = parseJson(utf8.decode(body))
  const data = parsed.ok ? asFields(asFields(parsed.value)['data']) : {}
  const number = data['orderNumber']
  return typeof number === 'string' || typeof number === 'number' ? String(number) : null
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
