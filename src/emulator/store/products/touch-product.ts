import type { DatabaseSync } from 'node:sqlite'

import { readInteger, updateRows } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { moveStock, type StockMove } from '../stock/stock.ts'

/**
 * Marks a product as changed now, strictly later than any other product of the store, in the caller's transaction. Otherwise
 * two changes in one millisecond, or after a clock reset, could hide behind a delta cursor (DELTA-010, DELTA-011).
 */
export function touchProduct(context: EmulatorContext, db: DatabaseSync, productId: number): void {
  updateRows(db, 'products', { id: productId }, { updated_at: nextUpdateAt(context, db) })
}

/** Returns the time of a product's next change, Unix ms: now, or the first moment after the last change. */
export function nextUpdateAt({ now }: Pick<EmulatorContext, 'now'>, db: DatabaseSync): number {
  const last = readInteger(db, 'SELECT max(updated_at) FROM products')
  return Math.max(now().getTime(), last + 1)
}

/** Changes a product's stock and marks the product as changed, because the delta shows its stock. The caller must open a transaction. */
export function moveProductStock(context: EmulatorContext, db: DatabaseSync, move: StockMove): void {
  moveStock(db, move)
  touchProduct(context, db, move.productId)
}
