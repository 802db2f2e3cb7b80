import type { DatabaseSync } from 'node:sqlite'

import type { StoreRegion } from '../../../control/contract.ts'
import { integer, text, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { exampleAddress } from './example-address.ts'
import type { OrderCustomer } from './order-customer.ts'

/** Returns the next of the store's customers in rotation, one for each order, or null without customers. */
export function nextCustomer(db: DatabaseSync, region: StoreRegion): OrderCustomer | null {
  const row = prepared(
    db,
    `SELECT id, name FROM customers ORDER BY id
     LIMIT 1 OFFSET (SELECT coalesce(sum(n), 0) FROM order_counts WHERE block = -1) % max(1, (SELECT count(*) FROM customers))`,
  ).get()
  return customerOf(row, region)
}

/** Returns the customer with this email, or null if the store has none. */
export function customerByEmail(db: DatabaseSync, region: StoreRegion, email: string): OrderCustomer | null {
  return customerOf(
    prepared(db, 'SELECT id, name FROM customers WHERE email = ? ORDER BY id LIMIT 1').get(email),
    region,
  )
}

function customerOf(row: Row | undefined, region: StoreRegion): OrderCustomer | null {
  return row === undefined ? null : { id: integer(row, 'id'), address: exampleAddress(region, text(row, 'name'), 0) }
}
