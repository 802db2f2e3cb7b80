import type { DatabaseSync } from 'node:sqlite'

import type { StoreRegion } from '../../../control/contract.ts'
import { integer } from '../../../storage/columns.ts'
import { insertRow, prepared } from '../../../storage/statements.ts'

/** Buyer with shipping address, as entered at the checkout. */
export interface Buyer {
  readonly name: string
  readonly email: string
  readonly line1: string
  readonly city: string
  readonly postalCode: string
  /** Empty if not given. */
  readonly phone: string
}

export interface OrderCustomer {
  readonly id: number
  /** JSON text with the fields of the example addresses (N11). */
  readonly address: string
}

/** Finds the customer by name and email, or adds one to the store. The caller must open a transaction. */
export function buyerOf(db: DatabaseSync, region: StoreRegion, buyer: Buyer): OrderCustomer {
  const { name, email, line1, city, postalCode, phone } = buyer
  const known = prepared(db, 'SELECT id FROM customers WHERE email = ? AND name = ? ORDER BY id LIMIT 1').get(
    email,
    name,
  )
  const id = known === undefined ? insertRow(db, 'customers', { name, email }) : integer(known, 'id')
  const address = { name, line1, city, postalCode, countryCode: region.countryCode, ...(phone !== '' && { phone }) }
  return { id, address: JSON.stringify(address) }
}
