import Big from 'big.js'

import type { StoreRegion } from '../../control/contract.ts'
import { prepared } from '../../storage/statements.ts'
import { countryOf } from '../registry/countries.ts'
import { people } from './goods.ts'
import type { SeededProduct } from './seed-catalogue.ts'
import type { Seeding } from './seed-store.ts'

const ORDERS = 40
const HOUR_MS = 3_600_000

/** The four shown statuses most often; cancelled and refunded by their assumed names (N18). */
const fates = [
  ['paid', 'paid'],
  ['processing', 'paid'],
  ['shipped', 'paid'],
  ['delivered', 'paid'],
  ['paid', 'paid'],
  ['shipped', 'paid'],
  ['cancelled', 'unpaid'],
  ['delivered', 'paid'],
  ['refunded', 'refunded'],
] as const

/** Orders spread over the regions, every tenth an old one without a region (COST-039, B50), with their customers. */
export function seedOrders(seeding: Seeding, products: readonly SeededProduct[]): void {
  const customers = seedCustomers(seeding)
  const { regions } = seeding.store
  for (let at = 0; at < ORDERS; at++) {
    const region = regions[at % regions.length]
    if (region) seedOrder(seeding, products, { at, region, customer: customers[at % customers.length] ?? null })
  }
}

function seedCustomers({ db, store }: Seeding): { readonly id: number; readonly name: string }[] {
  return people.map((name) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@customers.${store.domain}`
    const { lastInsertRowid } = prepared(db, 'INSERT INTO customers (name, email) VALUES (?, ?)').run(name, email)
    return { id: Number(lastInsertRowid), name }
  })
}

interface OrderPlace {
  readonly at: number
  readonly region: StoreRegion
  readonly customer: { readonly id: number; readonly name: string } | null
}

function seedOrder(seeding: Seeding, products: readonly SeededProduct[], { at, region, customer }: OrderPlace): void {
  const { db, dayStart, chance } = seeding
  const lines = orderLines(seeding, products, region)
  // Counted within each region, so that every region has every status.
  const [status, payment] = fates[Math.floor(at / seeding.store.regions.length) % fates.length] ?? fates[0]
  const subtotal = lines.reduce((sum, line) => sum.plus(line.total), new Big(0))
  const tax = subtotal.times(countryOf(region.countryCode).tax[0]).div(100)
  const isOld = at % 10 === 9
  const address = JSON.stringify(addressOf(region, customer?.name ?? 'Nobody', at))
  const isSent = status === 'shipped' || status === 'delivered'
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO orders (order_number, region_id, status, payment_status, currency, subtotal, tax_total, grand_total, order_source,
       customer_id, billing_address, shipping_address, shipping_method, tracking_number, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'web', ?, ?, ?, ?, ?, ?)`,
  ).run(
    `${seeding.store.code.toUpperCase()}-${1001 + at}`,
    isOld ? null : region.id,
    status,
    payment,
    region.currencyCode,
    subtotal.toFixed(2),
    tax.toFixed(2),
    subtotal.plus(tax.toFixed(2)).toFixed(2),
    customer?.id ?? null,
    address,
    address,
    isSent ? 'Example Parcel' : null,
    isSent ? `EX${String(100_000 + chance.below(900_000))}` : null,
    dayStart - (ORDERS - at) * 18 * HOUR_MS + chance.below(600) * 60_000,
  )
  insertLines(seeding, Number(lastInsertRowid), lines)
}

interface Line {
  readonly product: SeededProduct
  readonly quantity: number
  readonly unit: string
  readonly total: string
}

/** One to three products that the region sells. */
function orderLines({ chance }: Seeding, products: readonly SeededProduct[], region: StoreRegion): Line[] {
  const sold = products.filter(({ prices }) => prices.has(region.id))
  const first = chance.below(sold.length)
  const count = 1 + chance.below(3)
  return Array.from({ length: count }, (_, step) => sold[(first + step * 3) % sold.length])
    .filter((product) => product !== undefined)
    .map((product) => {
      const quantity = 1 + chance.below(3)
      const unit = product.prices.get(region.id) ?? '0'
      return { product, quantity, unit, total: new Big(unit).times(quantity).toFixed(2) }
    })
}

function insertLines({ db }: Seeding, orderId: number, lines: readonly Line[]): void {
  for (const [at, { product, quantity, unit, total }] of lines.entries()) {
    prepared(
      db,
      `INSERT INTO order_items (order_id, line, product_id, product_name, sku, quantity, unit_price, total_price)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(orderId, at + 1, product.id, product.name, product.sku, quantity, unit, total)
  }
}

/** N11: an artificial object per region; the documents do not show its fields. */
function addressOf(region: StoreRegion, name: string, at: number): Record<string, string> {
  const { city } = countryOf(region.countryCode)
  return {
    name,
    line1: `${at + 1} Example Street`,
    city,
    postalCode: String(10_000 + at),
    countryCode: region.countryCode,
    phone: `+00 000 000 ${String(at).padStart(4, '0')}`,
  }
}
