import { ExactNumber, parseJson } from '../text/json.ts'

/** Returns the digits of the order id in an event's body, or null if it has none. The documents do not describe the field. It is only observed (EVT-025). */
export function readOrder(body: Uint8Array): string | null {
  const parsed = parseJson(new TextDecoder().decode(body))
  const data = parsed.ok ? readField(parsed.value, 'data') : undefined
  const id = readField(data, 'orderId')
  if (id instanceof ExactNumber) return id.source
  return typeof id === 'number' || (typeof id === 'string' && /^\d{1,30}$/.test(id)) ? String(id) : null
}

function readField(value: unknown, name: string): unknown {
  // An object of any shape reads as a record of unknown values.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
