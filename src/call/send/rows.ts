import type { RowsLocation } from '../../catalog/rows-location.ts'
import { memberAt } from '../../text/paths.ts'

/** Guesses the location of the rows in a response that is missing from the catalog: a list itself has no id. */
export function guessRowsLocation(body: unknown): RowsLocation {
  if (Array.isArray(body)) return 'array'
  if (typeof body !== 'object' || body === null || 'id' in body) return null
  return (['items', 'results'] as const).find((name) => Array.isArray(Reflect.get(body, name))) ?? null
}

/** Returns the rows of a response; the response itself if it is a record or if its rows are missing (P5). */
export function rowsAt(body: unknown, place: RowsLocation): readonly unknown[] {
  if (body === null) return []
  const rows: unknown = place === 'array' ? body : place === null ? null : memberAt(body, [place])
  return Array.isArray(rows) ? (rows as readonly unknown[]) : [body]
}

/** Returns the response with its rows replaced. */
export function withRows(body: unknown, rows: readonly unknown[], place: RowsLocation): unknown {
  if (place === 'array') return rows
  if (place === null || !Array.isArray(memberAt(body, [place]))) return rows[0] ?? null
  return { ...(body as object), [place]: rows }
}
