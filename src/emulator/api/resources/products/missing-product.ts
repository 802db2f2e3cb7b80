import type { DatabaseSync } from 'node:sqlite'

import { prepared } from '../../../../storage/statements.ts'
import { notFound, type Refusal } from '../../rejection.ts'

/**
 * Returns the 404 for a product that a request cannot reach. An app sees no difference, but the
 * cause explains it to the developer. `ownerAppKey` is set if only that app's products are in reach.
 */
export function missingProduct(db: DatabaseSync, id: number | null, ownerAppKey?: string): Refusal {
  const row = prepared(db, `SELECT owner_app_key FROM products WHERE id = ? AND status <> 'D'`).get(id)
  if (row === undefined) return notFound('product-not-found')
  const isOwn = ownerAppKey === undefined || row['owner_app_key'] === ownerAppKey
  return notFound(isOwn ? 'product-of-other-region' : 'product-not-of-this-app')
}
