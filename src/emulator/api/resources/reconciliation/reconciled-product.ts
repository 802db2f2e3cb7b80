import type { DatabaseSync } from 'node:sqlite'

import type { EndpointFacts } from '../../../../catalog/endpoint.ts'
import { integer, integerOrNull, text, textOrNull, type Row } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { Located } from '../../handler.ts'
import { idOf } from '../../id.ts'
import { conflict, type Refusal } from '../../rejection.ts'
import { missingProduct } from '../products/missing-product.ts'

/** Product fields that reconciliation reads. */
export interface ReconciledProduct {
  readonly id: number
  readonly name: string
  readonly sku: string | null
  readonly status: string
  readonly productType: string
  readonly categoryId: number | null
  readonly gtin: string | null
  readonly mpn: string | null
  readonly ownerAppKey: string | null
  readonly externalRef: string | null
  /** Unix ms. */
  readonly updatedAt: number
}

/** Selects products with their own price in the region (B24), or of every region if the reading of A5 requires no pin. Excludes deleted ones. */
export const inRegion = `p.status <> 'D' AND EXISTS (
  SELECT 1 FROM prices c WHERE c.product_id = p.id AND c.variant_id = 0 AND (?1 IS NULL OR c.region_id = ?1))`

type ProductCall = Pick<Located<EndpointFacts>, 'db' | 'regionId'> & { readonly params: { readonly id: string } }

/** Returns a 404 for a product that is missing or not in this region. */
export function findProduct({ db, regionId, params }: ProductCall): ReconciledProduct | Refusal {
  const id = idOf(params.id)
  const row = prepared(db, `SELECT p.* FROM products p WHERE p.id = ?2 AND ${inRegion}`).get(regionId, id)
  return row === undefined ? missingProduct(db, id) : productOf(row)
}

/** Returns a 409 unless this app manages the product with this exact reference (N28). The actual manager is not revealed (RECON-013). */
export function rejectUnmanaged(
  { ownerAppKey, externalRef }: ReconciledProduct,
  { appKey, sentRef }: { readonly appKey: string; readonly sentRef: string },
): Refusal | null {
  if (ownerAppKey !== appKey) return conflict('not-managed', 'This app does not manage the product.')
  if (externalRef !== sentRef) return conflict('other-reference', 'The product has a different externalRef.')
  return null
}

/** Returns the fields that the store owner locked, sorted. */
export function lockedFields(db: DatabaseSync, productId: number): string[] {
  return prepared(db, 'SELECT field FROM field_locks WHERE product_id = ? ORDER BY field')
    .all(productId)
    .map((row) => text(row, 'field'))
}

function productOf(row: Row): ReconciledProduct {
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    sku: textOrNull(row, 'sku'),
    status: text(row, 'status'),
    productType: text(row, 'product_type'),
    categoryId: integerOrNull(row, 'category_id'),
    gtin: textOrNull(row, 'gtin'),
    mpn: textOrNull(row, 'mpn'),
    ownerAppKey: textOrNull(row, 'owner_app_key'),
    externalRef: textOrNull(row, 'external_ref'),
    updatedAt: integer(row, 'updated_at'),
  }
}
