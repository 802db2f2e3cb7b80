import type { Store } from '../../control/contract.ts'
import { transaction } from '../../storage/database.ts'
import type { EmulatorContext } from '../context.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedIdentifiers } from './identifiers.ts'
import { withFastWrites } from './many/fast-writes.ts'
import { seedMany } from './many/many.ts'
import { seedOrders } from './orders.ts'
import { createRandom } from './random.ts'
import type { Seeding } from './seeding.ts'
import type { ReportSeed, SeedSize } from './seeds.ts'
import { seedShipping } from './shipping.ts'
import { seedStorefront } from './storefront.ts'

export interface StoreSeed {
  /** Rows beyond the small seed; none if omitted. */
  readonly size?: SeedSize
  readonly report?: ReportSeed
}

/**
 * Fills a new store with products, warehouses, tax rules, customers and orders, in one transaction.
 * The same name and code always give the same data, with times that depend only on the day.
 */
export function seedStore(context: EmulatorContext, store: Store, { size, report }: StoreSeed = {}): void {
  const db = context.storeDb(store.id)
  const now = context.now()
  const dayStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const seeding: Seeding = { db, store, random: createRandom(`${store.name}\n${store.code}`), dayStart }
  const fill = () =>
    transaction(db, () => {
      const products = seedCatalogue(seeding)
      seedIdentifiers(seeding, products)
      if (size !== undefined) seedMany(seeding, size, report)
      seedOrders(seeding, products)
      seedShipping(seeding)
      seedStorefront(seeding)
    })
  if (size === undefined) fill()
  else withFastWrites(db, fill)
}
