import type { DatabaseSync } from 'node:sqlite'

import type { StoreRegion } from '../../../control/contract.ts'
import { integer } from '../../../storage/columns.ts'
import { insertRow, prepared } from '../../../storage/statements.ts'

/** Who orders, as they said at the checkout, and where it is sent. */
export interface Buyer {
  readonly name: string
  readonly email: string
  readonly line1: string
  readonly city: string
  readonly postalCode: string
  /** Empty where none was given. */
  readonly phone: string
}

export interface OrderCustomer {
  readonly id: number
  /** JSON text; its fields are those of the example addresses (N11). */
  readonly address: string
}

/** The customer of this name and email, added to the store's customers where there is none yet. Inside a transaction. */
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
