import type { DatabaseSync } from 'node:sqlite'

import { messages } from '../../../../catalog/errors.ts'
import { prepared } from '../../../../storage/statements.ts'
import { notFound, type Refusal } from '../../rejection.ts'

/** Returns the 404 for an order that the token cannot reach. An app sees no difference, but the cause explains it to the developer. */
export function missingOrder(db: DatabaseSync, id: number | null): Refusal {
  const isThere = prepared(db, 'SELECT 1 FROM orders WHERE id = ?').get(id) !== undefined
  return notFound(isThere ? 'order-of-other-region' : 'order-not-found', messages.orderNotFound)
}
