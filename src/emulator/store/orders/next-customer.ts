import type { DatabaseSync } from 'node:sqlite'

import type { StoreRegion } from '../../../control/contract.ts'
import { integer, text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { exampleAddress } from './example-address.ts'

/** The customer whose turn it is: each order takes the next of the store's customers. Null in a store without any. */
export function nextCustomer(
  db: DatabaseSync,
  region: StoreRegion,
): { readonly id: number; readonly address: string } | null {
  const row = prepared(
    db,
    `SELECT id, name FROM customers ORDER BY id
     LIMIT 1 OFFSET (SELECT coalesce(sum(n), 0) FROM order_counts WHERE block = -1) % max(1, (SELECT count(*) FROM customers))`,
  ).get()
  return row === undefined ? null : { id: integer(row, 'id'), address: exampleAddress(region, text(row, 'name'), 0) }
}
