import { utf8 } from '../../http/utf8.ts'
import { parseJson } from '../../text/json.ts'

/** Returns the number of rows in a body `{items: rows}`; 0 for another body. */
export function rowsSent(body: string | Uint8Array | undefined): number {
  const parsed = parseJson(typeof body === 'string' ? body : utf8(body ?? new Uint8Array()))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return 0
  const rows: unknown = Reflect.get(parsed.value, 'items')
  return Array.isArray(rows) ? rows.length : 0
}
