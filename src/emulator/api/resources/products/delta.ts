import type { DatabaseSync } from 'node:sqlite'

import type { products } from '../../../../catalog/resources/products.ts'
import { integer, iso, text } from '../../../../storage/columns.ts'
import { prepared, readInteger } from '../../../../storage/statements.ts'
import type { Call } from '../../handler.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { productOf, shownColumns, shownRegion } from './row.ts'

type Query = Call<typeof products.delta>['query']

/** The row after which to go on: changes come by time, then id (B21). */
interface Position {
  /** Unix ms. */
  readonly at: number
  readonly id: number
}

/**
 * What changed after a position, oldest first: products of the region, and deleted products of every region (DELTA-022). Each change of a product is later
 * than all before it (`nextUpdateAt`), so that nothing ever appears behind a cursor.
 */
export function productDelta(call: Call<typeof products.delta>) {
  const { db, query } = call
  const from = positionOf(db, query)
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
    nextCursor: cursorOf(last === undefined ? from : { at: integer(last, 'updated_at'), id: integer(last, 'id') }),
    hasMore: rows.length > shown.length,
  }
}

/** DELTA-011. */
function cursorOf({ at, id }: Position): string {
  return `${new Date(at).toISOString()}|${id}`
}

/** The cursor wins over `updatedAfter` (B21). */
function positionOf(db: DatabaseSync, { cursor, updatedAfter }: Query): Position | Refusal {
  if (cursor !== undefined) return readCursor(cursor) ?? invalid('The cursor is corrupt. Send nextCursor unchanged.')
  if (updatedAfter === undefined) return invalid('Either updatedAfter or cursor is required.')
  const at = instantOf(updatedAfter)
  return at === null ? invalid('updatedAfter is not a UTC timestamp.') : { at, id: lastChangedAt(db, at) }
}

/** The start is exclusive (B21): after the last row of its instant, so that a row which is still to come in that millisecond is not skipped. */
function lastChangedAt(db: DatabaseSync, at: number): number {
  return readInteger(db, 'SELECT max(id) FROM products WHERE updated_at = ?', at)
}

/** The position that a cursor of ours names; null for any other text. */
function readCursor(cursor: string): Position | null {
  const [, time = '', digits = ''] = /^([^|]{24})\|(0|[1-9]\d{0,15})$/.exec(cursor) ?? []
  const position = { at: Date.parse(time), id: Number(digits) }
  if (Number.isNaN(position.at) || !Number.isSafeInteger(position.id)) return null
  return cursorOf(position) === cursor ? position : null
}

/** Unix ms of an ISO-8601 instant; null for a day or time that does not exist, which `Date` would move to another. */
function instantOf(text: string): number | null {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  return new Date(at).toISOString().startsWith(text.slice(0, 19)) ? at : null
}
