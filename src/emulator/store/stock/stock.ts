import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import { integer, text } from '../../../storage/columns.ts'
import { prepared, upsertRow } from '../../../storage/statements.ts'

export interface StockMove {
  readonly productId: number
  readonly variantId: number | null
  readonly warehouseId: number
  /** Decimal text; negative takes pieces out. Stock may fall below zero. */
  readonly change: string
}

/** Where the pieces of a product or variant lie in a warehouse. */
export interface StockLocation {
  readonly productId: number
  readonly warehouseId: number
  /** Whose row it is: 0 for the product itself, and for all variants of a product with one stock for them all. */
  readonly variantId: number
  /** How many pieces one of what was asked for is: a pack of a shared stock holds several (INV-012, INV-013). */
  readonly pieces: number
}

/** The location of a product or one of its variants. */
export function stockLocation(
  db: DatabaseSync,
  { productId, variantId, warehouseId }: Omit<StockMove, 'change'>,
): StockLocation {
  const shared = prepared(
    db,
    'SELECT v.content_quantity AS pieces FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ? AND p.id = ? AND p.stock_pool = 1',
  ).get(variantId, productId)
  if (shared === undefined) return { productId, warehouseId, variantId: variantId ?? 0, pieces: 1 }
  return { productId, warehouseId, variantId: 0, pieces: integer(shared, 'pieces') }
}

/** Whether a change has to name a variant: the product has some, and each has its own stock. */
export function isStockByVariant(db: DatabaseSync, productId: number): boolean {
  const row = prepared(
    db,
    'SELECT 1 FROM products p WHERE id = ? AND stock_pool = 0 AND EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id)',
  ).get(productId)
  return row !== undefined
}

/** The pieces at a location; 0 where none ever were. */
export function readStock(db: DatabaseSync, { productId, variantId, warehouseId }: StockLocation): Big {
  const row = prepared(
    db,
    'SELECT quantity FROM stock WHERE product_id = ? AND variant_id = ? AND warehouse_id = ?',
  ).get(productId, variantId, warehouseId)
  return new Big(row === undefined ? '0' : text(row, 'quantity'))
}

/** SQL of all amounts of a product `p` that lie anywhere, of all its variants, in one text for `sumOfStock`. */
export const stockOfProduct = "(SELECT group_concat(quantity, ' ') FROM stock WHERE product_id = p.id)"

/** The pieces of a product in all warehouses, added up without rounding, as decimal text; 0 where none ever were. */
export function sumOfStock(quantities: string | null): string {
  if (quantities === null) return '0'
  const all = quantities.split(' ')
  // Whole pieces are all that most stores have; so short, their sum is exact.
  if (all.every((one) => /^-?\d{1,9}$/.test(one))) return String(all.reduce((sum, one) => sum + Number(one), 0))
  return all.reduce((sum, one) => sum.plus(one), new Big(0)).toFixed()
}

/** Sets the pieces at a location, decimal text. */
export function writeStock(
  db: DatabaseSync,
  { productId, variantId, warehouseId }: StockLocation,
  quantity: string,
): void {
  upsertRow(db, 'stock', { product_id: productId, variant_id: variantId, warehouse_id: warehouseId }, { quantity })
}

/** Moves pieces in or out of a warehouse, in the caller's transaction. */
export function moveStock(db: DatabaseSync, { change, ...of }: StockMove): void {
  const location = stockLocation(db, of)
  writeStock(db, location, readStock(db, location).plus(new Big(change).times(location.pieces)).toFixed())
}

/** The store's default warehouse (B51); null in a store without one. An app's warehouse is never the default (WH-027). */
export function defaultWarehouse(db: DatabaseSync): number | null {
  const row = prepared(db, 'SELECT id FROM warehouses WHERE is_default = 1').get()
  return row === undefined ? null : integer(row, 'id')
}

/** The warehouse that an order of this region is packed in: the region's own that the store runs, else the default one. */
export function warehouseOf(db: DatabaseSync, regionId: number | null): number | null {
  const row = prepared(
    db,
    `SELECT id FROM warehouses WHERE region_id = ? AND owner_app_key IS NULL ORDER BY is_default DESC, id LIMIT 1`,
  ).get(regionId)
  return row === undefined ? defaultWarehouse(db) : integer(row, 'id')
}
