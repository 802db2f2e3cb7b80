import type { DatabaseSync } from 'node:sqlite'

import { integer, integerOrNull, type Row, textList, textOrNull } from '../../../../storage/columns.ts'
import { insertRow, prepared, updateRows, upsertRow } from '../../../../storage/statements.ts'
import type { Onlooker } from '../../handler.ts'
import { writtenColumns, type ProductFields } from './fields.ts'

/** The caller that writes, and its region. */
export type Writer = Onlooker & { readonly regionId: number }

/** Current state of a product. */
export interface ProductRow {
  readonly id: number
  readonly externalRef: string | null
  readonly categoryId: number | null
  /** Empty for a simple product. */
  readonly axes: readonly string[]
  readonly isInRegion: boolean
}

const select = `
  SELECT p.id, p.external_ref, p.category_id, p.variant_axes, c.price FROM products p
  LEFT JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?1
  WHERE p.owner_app_key = ?2 AND p.status <> 'D'`

/** Returns the app's own product by its key, in any region, or null. */
export function findByReference({ db, caller, regionId }: Writer, externalRef: string): ProductRow | null {
  return rowOf(prepared(db, `${select} AND p.external_ref = ?3`).get(regionId, caller.appKey, externalRef))
}

/** Returns the app's own product in the writer's region, else null (PROD-097). */
export function findOwn({ db, caller, regionId }: Writer, id: number | null): ProductRow | null {
  return rowOf(prepared(db, `${select} AND p.id = ?3 AND c.price IS NOT NULL`).get(regionId, caller.appKey, id))
}

function rowOf(row: Row | undefined): ProductRow | null {
  if (row === undefined) return null
  return {
    id: integer(row, 'id'),
    externalRef: textOrNull(row, 'external_ref'),
    categoryId: integerOrNull(row, 'category_id'),
    axes: row['variant_axes'] === null ? [] : textList(row, 'variant_axes'),
    isInRegion: row['price'] !== null,
  }
}

export interface NewProduct {
  readonly columns: ProductFields['columns']
  readonly externalRef: string
  readonly axes: readonly string[]
  /** Unix ms. */
  readonly at: number
  readonly updatedAt: number
}

/** Removes a reference from the app's product that has it, which the store deleted (C22). The caller must open a transaction. */
export function freeReference(db: DatabaseSync, appKey: string, externalRef: string): void {
  updateRows(db, 'products', { owner_app_key: appKey, external_ref: externalRef }, { external_ref: null })
}

/** Inserts a new product and returns its id. The caller must open a transaction. */
export function insertProduct(
  { db, caller }: Writer,
  { columns, externalRef, axes, at, updatedAt }: NewProduct,
): number {
  freeReference(db, caller.appKey, externalRef)
  return insertRow(db, 'products', {
    ...columns,
    // B17: draft is the safe default.
    status: columns.status ?? 'P',
    product_type: axes.length === 0 ? 'simple' : 'variant',
    variant_axes: axes.length === 0 ? null : JSON.stringify(axes),
    owner_app_key: caller.appKey,
    external_ref: externalRef,
    created_at: at,
    updated_at: updatedAt,
  })
}

const update = `
  UPDATE products SET updated_at = :updated_at, image_url = CASE WHEN :images IS NULL THEN image_url ELSE :image_url END,
    ${writtenColumns
      .filter((name) => name !== 'image_url')
      .map((name) => `${name} = coalesce(:${name}, ${name})`)
      .join(', ')}
  WHERE id = :id`

/** Updates the sent columns and keeps the rest. The caller must open a transaction. */
export function updateColumns({ db }: Writer, id: number, columns: ProductFields['columns'], updatedAt: number): void {
  prepared(db, update).run({ ...columns, id, updated_at: updatedAt })
}

/** Sets a price in the writer's region. Variant 0 is the product itself, and its price adds the product to the region (B24). */
export function writePrice(
  { db, regionId }: Writer,
  { productId, variantId, price }: { readonly productId: number; readonly variantId: number; readonly price: string },
): void {
  upsertRow(db, 'prices', { product_id: productId, variant_id: variantId, region_id: regionId }, { price })
}

/** Sets a product's tax rule in the writer's region. Without one, the region's default rule applies (PROD-065). */
export function writeTaxRule({ db, regionId }: Writer, productId: number, taxRuleId: number | null): void {
  if (taxRuleId === null) return
  upsertRow(db, 'product_tax_rules', { product_id: productId, region_id: regionId }, { tax_rule_id: taxRuleId })
}

/** Returns whether another product of the store has the SKU. */
export function isSkuShared(
  { db }: Writer,
  { id, sku }: { readonly id: number; readonly sku: string | number },
): boolean {
  return prepared(db, "SELECT 1 FROM products WHERE sku = ? AND id <> ? AND status <> 'D'").get(sku, id) !== undefined
}

/** Returns whether only one or two of the three dimensions are set. The volume is then absent and never estimated (PROD-057, PROD-058). */
export function isHalfMeasured({ db }: Writer, id: number): boolean {
  const row = prepared(db, 'SELECT length_cm, width_cm, height_cm FROM products WHERE id = ?').get(id) ?? {}
  const known = ['length_cm', 'width_cm', 'height_cm'].filter((name) => textOrNull(row, name) !== null)
  return known.length === 1 || known.length === 2
}
