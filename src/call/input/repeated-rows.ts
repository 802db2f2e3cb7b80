import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { cellText } from '../../text/csv.ts'
import { cut } from '../../text/cut.ts'
import { escapeCell } from '../../text/escape.ts'
import { isObject } from '../../text/json.ts'
import { inRows } from './in-rows.ts'

/** Maximum number of keys that are listed. */
const NAMED = 3

const MAX_KEY = 80

const outcomes: Readonly<Record<NonNullable<EndpointFacts['rowKey']>['again'], string>> = {
  overwrites: 'The last row overwrites the others',
  finds: 'The first row creates the record, and the others find it',
}

/** Warns about rows with the same key: all of them are sent, and the platform writes them in order. At most one sentence. */
export function repeatedRowDoubts({ id, rowKey }: Pick<EndpointFacts, 'id' | 'rowKey'>, body: unknown): string[] {
  const rows = isObject(body) && Array.isArray(body['items']) ? (body['items'] as readonly unknown[]) : []
  if (rowKey === undefined) return []
  const places = new Map<string, number[]>()
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row, rowKey.fields)
    if (key === null) continue
    const same = places.get(key)
    if (same === undefined) places.set(key, [at])
    else same.push(at)
  }
  const repeated = [...places].filter(([, same]) => same.length > 1)
  if (repeated.length === 0) return []
  const named = repeated
    .slice(0, NAMED)
    .map(([key, same]) => `${inRows(same)} have the same ${cut(escapeCell(key), MAX_KEY)}`)
  const more = repeated.length - named.length
  const all =
    more > 0 ? [...named, more === 1 ? '1 more key is duplicated' : `${more} more keys are duplicated`] : named
  return [`In ${id}, ${all.join('; ')}. ${outcomes[rowKey.again]}.`]
}

/** Returns `productId 42, variantId 7`; null for a row without the first field, which identifies the written record. */
function keyOf(row: unknown, fields: readonly string[]): string | null {
  if (!isObject(row)) return null
  const parts = fields.map((name) => [name, cellText(row[name])] as const).filter(([, value]) => value !== '')
  if (parts[0]?.[0] !== fields[0]) return null
  return parts.map(([name, value]) => `${name} ${value}`).join(', ')
}
