import Big from 'big.js'

import type { StoreRegion } from '../../control/contract.ts'
import { insertRow } from '../../storage/statements.ts'
import { countryOf } from '../platform/countries.ts'
import { exampleAddress } from '../store/orders/example-address.ts'
import { insertLines, insertOrder, type NewLine } from '../store/orders/order-rows.ts'
import type { SeededProduct } from './catalogue.ts'
import { people } from './goods.ts'
import type { Seeding } from './seeding.ts'

export const ORDERS = 40
const HOUR_MS = 3_600_000

/** The four shown statuses are the most frequent. Cancelled and refunded have their assumed names (N18). */
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

/** Number of the oldest orders, which have no region (COST-039, B50). */
const OLD_ORDERS = ORDERS / 10

/** Creates orders across the regions, the oldest without a region, with their customers. */
export function seedOrders(seeding: Seeding, products: readonly SeededProduct[]): void {
  const customers = seedCustomers(seeding)
  const { regions } = seeding.store
  for (let at = 0; at < ORDERS; at++) {
    // Every region lists an order without a region, so it has the home region's currency.
    const region = regions[at < OLD_ORDERS ? 0 : at % regions.length]
    if (region) seedOrder(seeding, products, { at, region, customer: customers[at % customers.length] ?? null })
  }
}

function seedCustomers({ db, store }: Seeding): { readonly id: number; readonly name: string }[] {
  return people.map((name) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@customers.${store.domain}`
    return { id: insertRow(db, 'customers', { name, email }), name }
  })
}

interface SeededOrder {
  readonly at: number
  readonly region: StoreRegion
  readonly customer: { readonly id: number; readonly name: string } | null
}

function seedOrder(seeding: Seeding, products: readonly SeededProduct[], { at, region, customer }: SeededOrder): void {
  const { db, dayStart, random } = seeding
  const lines = orderLines(seeding, products, region)
  // Counted within each region, so that every region has every status.
  const [status, payment] = fates[Math.floor(at / seeding.store.regions.length) % fates.length] ?? fates[0]
  const subtotal = lines.reduce((sum, line) => sum.plus(line.totalPrice), new Big(0))
  const tax = subtotal.times(countryOf(region.countryCode).tax[0]).div(100)
  const isOld = at < OLD_ORDERS
  const address = exampleAddress(region, customer?.name ?? 'Nobody', at)
  const isSent = status === 'shipped' || status === 'delivered'
  const orderId = insertOrder(db, {
    storeCode: seeding.store.code,
    regionId: isOld ? null : region.id,
    status,
    paymentStatus: payment,
    currency: region.currencyCode,
    subtotal: subtotal.toFixed(2),
    taxTotal: tax.toFixed(2),
    shippingTotal: '0',
    grandTotal: subtotal.plus(tax.toFixed(2)).toFixed(2),
    orderSource: 'web',
    customerId: customer?.id ?? null,
    billingAddress: address,
    shippingAddress: address,
    shippingMethod: isSent ? 'Example Parcel' : null,
    trackingNumber: isSent ? `EX${String(100_000 + random.below(900_000))}` : null,
    createdAt: dayStart - (ORDERS - at) * 18 * HOUR_MS + random.below(600) * 60_000,
  })
  insertLines(db, orderId, lines)
}

/** Returns one to three products that the region sells. */
function orderLines({ random }: Seeding, products: readonly SeededProduct[], region: StoreRegion): NewLine[] {
  const sold = products.filter(({ prices }) => prices.has(region.id))
  const first = random.below(sold.length)
  const count = 1 + random.below(3)
  return Array.from({ length: count }, (_, step) => sold[(first + step * 3) % sold.length])
    .filter((product) => product !== undefined)
    .map((product) => {
      const quantity = 1 + random.below(3)
      const unitPrice = product.prices.get(region.id) ?? '0'
      const { id: productId, name, sku } = product
      const totalPrice = new Big(unitPrice).times(quantity).toFixed(2)
      return { productId, variantId: null, name, sku, quantity, unitPrice, totalPrice }
    })
}
