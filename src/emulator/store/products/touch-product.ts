import type { DatabaseSync } from 'node:sqlite'

import { readInteger, updateRows } from '../../../storage/statements.ts'
import type { World } from '../../world.ts'
import { moveStock, type StockMove } from '../stock/stock.ts'

/**
 * Marks a product as changed now, strictly later than any other product of the store, in the caller's transaction: two changes in one millisecond, or
 * on a clock that a reset put back, must not hide behind a delta cursor (DELTA-010, DELTA-011).
 */
export function touchProduct(world: World, db: DatabaseSync, productId: number): void {
  updateRows(db, 'products', { id: productId }, { updated_at: nextUpdateAt(world, db) })
}

/** The time of the next change of a product, Unix ms: now, or the first moment after the last change. */
export function nextUpdateAt({ now }: Pick<World, 'now'>, db: DatabaseSync): number {
  const last = readInteger(db, 'SELECT max(updated_at) FROM products')
  return Math.max(now().getTime(), last + 1)
}

/** Moves pieces of a product that is there, and marks it as changed: its stock is part of what the delta shows. In the caller's transaction. */
export function moveProductStock(world: World, db: DatabaseSync, move: StockMove): void {
  moveStock(db, move)
  touchProduct(world, db, move.productId)
}
