import { utf8 } from '../../http/utf8.ts'
import { parseJson } from '../../text/json.ts'

/** How many rows a body `{items: rows}` has, as it was sent; 0 for another one. */
export function rowsSent(body: string | Uint8Array | undefined): number {
  const parsed = parseJson(typeof body === 'string' ? body : utf8(body ?? new Uint8Array()))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return 0
  const rows: unknown = Reflect.get(parsed.value, 'items')
  return Array.isArray(rows) ? rows.length : 0
}
