import type { DatabaseSync } from 'node:sqlite'

import type { products } from '../../../../catalog/resources/products.ts'
import { integer, iso, text } from '../../../../storage/columns.ts'
import { prepared, readInteger } from '../../../../storage/statements.ts'
import type { Call } from '../../handler.ts'
import { invalid, Refusal } from '../../rejection.ts'
import { productOf, shownColumns, shownRegion } from './row.ts'

type Query = Call<typeof products.delta>['query']

/** Last row that was read. Changes are ordered by time, then id (B21). */
interface Position {
  /** Unix ms. */
  readonly at: number
  readonly id: number
}

/**
 * Returns the changes after a position, oldest first: products of the region, and deleted products of every region (DELTA-022).
 * Each change of a product has a later time than all previous ones (`nextUpdateAt`), so no change ever appears behind a cursor.
 */
export function productDelta(call: Call<typeof products.delta>) {
  const { db, query } = call
  const from = findPosition(db, query)
  if (from instanceof Refusal) return from
  const region = shownRegion(call)
  const rows = prepared(
    db,
    `SELECT ${shownColumns}, p.updated_at FROM products p
     LEFT JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?1
     WHERE (p.updated_at, p.id) > (?2, ?3) AND (p.status = 'D' OR c.price IS NOT NULL)
     ORDER BY p.updated_at, p.id LIMIT ?4`,
  ).all(region?.id ?? null, from.at, from.id, query.pageSize + 1)
  const shown = rows.slice(0, query.pageSize)
  const last = shown.at(-1)
  return {
    success: true,
    items: shown.map((row) => ({
      id: integer(row, 'id'),
      status: text(row, 'status'),
      updatedAt: iso(row, 'updated_at'),
      product: row['status'] === 'D' ? null : productOf(region, row),
    })),
    nextCursor: makeCursor(last === undefined ? from : { at: integer(last, 'updated_at'), id: integer(last, 'id') }),
    hasMore: rows.length > shown.length,
  }
}

/** Encodes a position as an opaque cursor (DELTA-011). */
function makeCursor({ at, id }: Position): string {
  return `${new Date(at).toISOString()}|${id}`
}

/** The cursor takes precedence over `updatedAfter` (B21). */
function findPosition(db: DatabaseSync, { cursor, updatedAfter }: Query): Position | Refusal {
  if (cursor !== undefined) return readCursor(cursor) ?? invalid('The cursor is corrupt. Send nextCursor unchanged.')
  if (updatedAfter === undefined) return invalid('Either updatedAfter or cursor is required.')
  const at = parseInstant(updatedAfter)
  return at === null ? invalid('updatedAfter is not a UTC timestamp.') : { at, id: lastChangedAt(db, at) }
}

/** Excludes the start (B21) but not its whole millisecond: continues after the last existing row, so that a later row of that millisecond is not skipped. */
function lastChangedAt(db: DatabaseSync, at: number): number {
  return readInteger(db, 'SELECT max(id) FROM products WHERE updated_at = ?', at)
}

/** Parses a cursor that this emulator issued, or returns null. */
function readCursor(cursor: string): Position | null {
  const [, time = '', digits = ''] = /^([^|]{24})\|(0|[1-9]\d{0,15})$/.exec(cursor) ?? []
  const position = { at: Date.parse(time), id: Number(digits) }
  if (Number.isNaN(position.at) || !Number.isSafeInteger(position.id)) return null
  return makeCursor(position) === cursor ? position : null
}

/** Returns Unix ms of an ISO-8601 instant, or null for a nonexistent day or time, which `Date` would shift. */
function parseInstant(text: string): number | null {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  return new Date(at).toISOString().startsWith(text.slice(0, 19)) ? at : null
}
