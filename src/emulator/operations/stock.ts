import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import { prepared } from '../../storage/statements.ts'

export interface StockMove {
  readonly productId: number
  readonly variantId: number | null
  readonly warehouseId: number
  /** Decimal text; negative takes pieces out. Stock may fall below zero. */
  readonly change: string
}

/** Moves pieces in or out of a warehouse, in the caller's transaction. */
export function moveStock(db: DatabaseSync, { productId, variantId, warehouseId, change }: StockMove): void {
  const key = [productId, variantId ?? 0, warehouseId] as const
  const row = prepared(
    db,
    'SELECT quantity FROM stock WHERE product_id = ? AND variant_id = ? AND warehouse_id = ?',
  ).get(...key)
  const quantity = new Big(row === undefined ? '0' : String(row['quantity'])).plus(change).toFixed()
  prepared(
    db,
    `INSERT INTO stock (product_id, variant_id, warehouse_id, quantity) VALUES (?, ?, ?, ?)
     ON CONFLICT (product_id, variant_id, warehouse_id) DO UPDATE SET quantity = excluded.quantity`,
  ).run(...key, quantity)
}

/** The store's default warehouse (B51); null in a store without any. */
export function defaultWarehouse(db: DatabaseSync): number | null {
  const row = prepared(db, 'SELECT id FROM warehouses ORDER BY is_default DESC, id LIMIT 1').get()
  return row === undefined ? null : Number(row['id'])
}

/** The warehouse that an order of this region is packed in: the region's own that the store runs, else the default one. */
export function warehouseOf(db: DatabaseSync, regionId: number | null): number | null {
  const row = prepared(
    db,
    `SELECT id FROM warehouses WHERE region_id = ? AND owner_app_key IS NULL ORDER BY is_default DESC, id LIMIT 1`,
  ).get(regionId)
  return row === undefined ? defaultWarehouse(db) : Number(row['id'])
}
