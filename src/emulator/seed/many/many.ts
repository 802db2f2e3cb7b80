import { readInteger } from '../../../storage/statements.ts'
import { countLater, countNow } from '../../db/store/counts.ts'
import { people } from '../goods.ts'
import { ORDERS } from '../orders.ts'
import { createRandom } from '../random.ts'
import type { Seeding } from '../seeding.ts'
import type { ReportSeed, SeedSize } from '../seeds.ts'
import { indexLater } from './index-later.ts'
import { seedManyOrders } from './orders.ts'
import { seedManyProducts } from './products.ts'

/**
 * Adds products, customers and older orders to the small seed, up to `size`. Writes row by row, so that memory
 * use stays constant, and uses a separate random generator, so that the small seed stays the same. Runs inside
 * the seed's transaction, before the small seed's orders, because the newest orders have the highest numbers.
 */
export function seedMany(seeding: Seeding, size: SeedSize, report: ReportSeed = () => undefined): void {
  const { db, store } = seeding
  const products = readInteger(db, 'SELECT count(*) FROM products')
  const many = { ...seeding, random: createRandom(`${store.name}\n${store.code}\nmany`) }
  db.exec(countLater)
  const indexNow = indexLater(db)
  seedManyProducts(many, size.products - products, report)
  seedManyOrders(many, { ...size, orders: size.orders - ORDERS, customers: size.customers - people.length }, report)
  indexNow()
  db.exec(countNow)
}
