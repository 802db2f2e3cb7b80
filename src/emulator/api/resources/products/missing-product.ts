import type { DatabaseSync } from 'node:sqlite'

import { prepared } from '../../../../storage/statements.ts'
import { notFound, type Refusal } from '../../refusal.ts'

/**
 * The 404 for a product that a request does not reach: all are the same for an app, and the cause tells its developer which it is. `ownerAppKey` is named where
 * only that app's own products are reached.
 */
export function missingProduct(db: DatabaseSync, id: number | null, ownerAppKey?: string): Refusal {
  const row = prepared(db, `SELECT owner_app_key FROM products WHERE id = ? AND status <> 'D'`).get(id)
  if (row === undefined) return notFound('product-not-found')
  const isOwn = ownerAppKey === undefined || row['owner_app_key'] === ownerAppKey
  return notFound(isOwn ? 'product-of-other-region' : 'product-not-of-this-app')
}
