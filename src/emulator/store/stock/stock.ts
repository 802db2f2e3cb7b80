import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import { integer, text } from '../../../storage/columns.ts'
import { prepared, upsertRow } from '../../../storage/statements.ts'

export interface StockMove {
  readonly productId: number
  readonly variantId: number | null
  readonly warehouseId: number
  /** Decimal text. A negative value removes pieces. Stock may fall below zero. */
  readonly change: string
}

/** Location of a product's or variant's pieces in a warehouse. */
export interface StockLocation {
  readonly productId: number
  readonly warehouseId: number
  /** 0 for the product itself, and for all variants of a product with shared stock. */
  readonly variantId: number
  /** Number of pieces in one requested unit: a package of shared stock has several (INV-012, INV-013). */
  readonly pieces: number
}

/** Returns the location of a product or one of its variants. */
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

/** Returns whether a change must specify a variant: the product has variants, each with its own stock. */
export function isStockByVariant(db: DatabaseSync, productId: number): boolean {
  const row = prepared(
    db,
    'SELECT 1 FROM products p WHERE id = ? AND stock_pool = 0 AND EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id)',
  ).get(productId)
  return row !== undefined
}

/** Returns the pieces at a location, 0 if there never were any. */
export function readStock(db: DatabaseSync, { productId, variantId, warehouseId }: StockLocation): Big {
  const row = prepared(
    db,
    'SELECT quantity FROM stock WHERE product_id = ? AND variant_id = ? AND warehouse_id = ?',
  ).get(productId, variantId, warehouseId)
  return new Big(row === undefined ? '0' : text(row, 'quantity'))
}

/** SQL of all stock amounts of product `p` and its variants, as one text for `sumOfStock`. */
export const stockOfProduct = "(SELECT group_concat(quantity, ' ') FROM stock WHERE product_id = p.id)"

/** Adds up a product's pieces in all warehouses without rounding, as decimal text. 0 if there never were any. */
export function sumOfStock(quantities: string | null): string {
  if (quantities === null) return '0'
  const all = quantities.split(' ')
  // Most stores have only whole pieces. The sum of such short numbers is exact.
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

/** Adds pieces to a warehouse or removes them. The caller must open a transaction. */
export function moveStock(db: DatabaseSync, { change, ...of }: StockMove): void {
  const location = stockLocation(db, of)
  writeStock(db, location, readStock(db, location).plus(new Big(change).times(location.pieces)).toFixed())
}

/** Returns the store's default warehouse (B51), or null without one. An app's warehouse is never the default (WH-027). */
export function defaultWarehouse(db: DatabaseSync): number | null {
  const row = prepared(db, 'SELECT id FROM warehouses WHERE is_default = 1').get()
  return row === undefined ? null : integer(row, 'id')
}

/** Returns the warehouse that packs a region's orders: the region's own one that the store manages, else the default. */
export function warehouseOf(db: DatabaseSync, regionId: number | null): number | null {
  const row = prepared(
    db,
    `SELECT id FROM warehouses WHERE region_id = ? AND owner_app_key IS NULL ORDER BY is_default DESC, id LIMIT 1`,
  ).get(regionId)
  return row === undefined ? defaultWarehouse(db) : integer(row, 'id')
}
