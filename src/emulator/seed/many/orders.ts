import Big from 'big.js'

import type { StoreRegion } from '../../../control/contract.ts'
import { integer, type Row, text, textOrNull } from '../../../storage/columns.ts'
import { prepared, readInteger } from '../../../storage/statements.ts'
import { countryOf } from '../../platform/countries.ts'
import { exampleAddress } from '../../store/orders/example-address.ts'
import { insertLines, insertOrder, type NewLine } from '../../store/orders/order-rows.ts'
import type { Seeding } from '../seeding.ts'
import type { ReportSeed, SeedSize } from '../seeds.ts'
import { familyNames, givenNames } from './words.ts'

const HOUR_MS = 3_600_000
type Fate = readonly [status: string, paymentStatus: string]

/** Share of each final status. Most old orders have arrived. */
const fates: readonly [Fate, ...Fate[]] = [
  ['shipped', 'paid'],
  ...Array.from({ length: 14 }, (): Fate => ['delivered', 'paid']),
  ['processing', 'paid'],
  ['paid', 'paid'],
  ['cancelled', 'unpaid'],
  ['refunded', 'refunded'],
  ['refunded', 'refunded'],
]
const sources = ['web', 'web', 'web', 'web', 'marketplace_example'] as const

/** Age of the newest order. The small seed's own orders are newer. */
const YOUNGEST_HOURS = 31 * 24
const YEAR_HOURS = 365 * 24
const REPORT_EVERY = 10_000

/** Creates customers, and orders of the past year that end where the small seed's begin. The oldest fiftieth has no region. */
export function seedManyOrders(seeding: Seeding, { orders, customers }: SeedSize, report: ReportSeed): void {
  const firstCustomer = seedCustomers(seeding, customers)
  const highest = readInteger(seeding.db, 'SELECT max(id) FROM products')
  for (let at = 0; at < orders; at++) {
    if (at % REPORT_EVERY === 0) report({ what: 'orders', done: at, of: orders })
    const customer = customers > 0 ? firstCustomer + seeding.random.below(customers) : null
    const hours = YEAR_HOURS - ((YEAR_HOURS - YOUNGEST_HOURS) * at) / orders
    seedOrder(seeding, {
      at,
      isOld: at < orders / 50,
      customer,
      highest,
      createdAt: seeding.dayStart - Math.floor(hours * HOUR_MS),
    })
  }
}

/** Creates customers and returns the id of the first. */
function seedCustomers({ db, store }: Seeding, count: number): number {
  const first = readInteger(db, 'SELECT max(id) FROM customers') + 1
  const insert = prepared(db, 'INSERT INTO customers (id, name, email) VALUES (?, ?, ?)')
  for (let at = 0; at < count; at++) {
    const name = `${wordAt(givenNames, at)} ${wordAt(familyNames, at * 3)} ${at + 1}`
    insert.run(first + at, name, `customer.${at + 1}@customers.${store.domain}`)
  }
  return first
}

interface OrderFacts {
  readonly at: number
  readonly isOld: boolean
  readonly customer: number | null
  /** Id of the newest product. */
  readonly highest: number
  readonly createdAt: number
}

function seedOrder(seeding: Seeding, { at, isOld, customer, highest, createdAt }: OrderFacts): void {
  const { db, store, random } = seeding
  const regions = store.regions as [StoreRegion, ...StoreRegion[]]
  const drawn = random.pick(regions)
  const region = isOld ? regions[0] : drawn
  const lines = orderLines(seeding, region, highest)
  const [status, paymentStatus] = random.pick(fates)
  const subtotal = lines.reduce((sum, line) => sum.plus(line.totalPrice), new Big(0))
  const tax = subtotal.times(countryOf(region.countryCode).tax[0]).div(100).toFixed(2)
  const address = exampleAddress(region, makeName(seeding, customer), at)
  const isSent = status === 'shipped' || status === 'delivered'
  const orderId = insertOrder(db, {
    storeCode: store.code,
    regionId: isOld ? null : region.id,
    status,
    paymentStatus,
    currency: region.currencyCode,
    subtotal: subtotal.toFixed(2),
    taxTotal: tax,
    shippingTotal: '0',
    grandTotal: subtotal.plus(tax).toFixed(2),
    orderSource: random.pick(sources),
    customerId: customer,
    billingAddress: address,
    shippingAddress: address,
    shippingMethod: isSent ? 'Example Parcel' : null,
    trackingNumber: isSent ? `EX${1_000_000 + at}` : null,
    createdAt,
  })
  insertLines(db, orderId, lines)
}

function makeName({ db }: Seeding, customer: number | null): string {
  const row = prepared(db, 'SELECT name FROM customers WHERE id = ?').get(customer)
  return row === undefined ? 'Nobody' : text(row, 'name')
}

/** Returns one to four different products that the region sells. A product with variants is sold as one of them. */
function orderLines(seeding: Seeding, region: StoreRegion, highest: number): NewLine[] {
  const { db, random } = seeding
  const next = prepared(
    db,
    `SELECT p.id, p.name, p.sku, p.product_type, c.price FROM products p
     CROSS JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ? WHERE p.id >= ? AND p.status = 'A' ORDER BY p.id LIMIT 1`,
  )
  const lines = new Map<number, NewLine>()
  for (let count = 1 + random.below(4); count > 0; count--) {
    const row = next.get(region.id, 1 + random.below(highest)) ?? next.get(region.id, 1)
    if (row !== undefined) lines.set(integer(row, 'id'), makeLine(seeding, row))
  }
  return [...lines.values()]
}

function makeLine({ db, random }: Seeding, row: Row): NewLine {
  const [productId, unitPrice, quantity] = [integer(row, 'id'), text(row, 'price'), 1 + random.below(3)]
  const variant =
    row['product_type'] === 'variant'
      ? prepared(db, 'SELECT id, sku FROM variants WHERE product_id = ? ORDER BY id LIMIT 1 OFFSET ?').get(
          productId,
          random.below(3),
        )
      : undefined
  return {
    productId,
    variantId: variant === undefined ? null : integer(variant, 'id'),
    name: text(row, 'name'),
    sku: textOrNull(variant ?? row, 'sku'),
    quantity,
    unitPrice,
    totalPrice: new Big(unitPrice).times(quantity).toFixed(2),
  }
}

function wordAt(words: readonly string[], at: number): string {
  return words[at % words.length] ?? ''
}
