import type { DatabaseSync } from 'node:sqlite'

import type { SeededAnswer, Store } from '../../control/contract.ts'
import type { CheckedBody } from '../../control/operation.ts'
import type { seed } from '../../control/operations/seed.ts'
import { AppError } from '../../errors.ts'
import { transaction } from '../../storage/database.ts'
import { insertRow, readInteger } from '../../storage/statements.ts'
import { defined } from '../../text/defined.ts'
import { foreignText } from '../../text/foreign-text.ts'
import type { EmulatorContext } from '../context.ts'
import { listStores } from '../platform/stores.ts'
import { seedTaxRules, seedWarehouses } from '../seed/catalogue.ts'
import { codeFrom, openStore } from '../seed/open-store.ts'
import { chooseRegion } from '../store/choose-region.ts'
import { customerByEmail, nextCustomer } from '../store/orders/next-customer.ts'
import { orderSteps } from '../store/orders/order-steps.ts'
import { insertPlaced, soldLine } from '../store/orders/place-order.ts'
import { createProduct } from '../store/products/create-product.ts'

type SeedFile = CheckedBody<typeof seed.seed>

/** Rows of one store. All rows are checked before any is written. */
interface Book {
  readonly store: Store
  /** Null for a new store, whose database must not exist if a later row is invalid. */
  readonly db: DatabaseSync | null
  /** The file's products by SKU, with the regions that sell them. */
  readonly sold: Map<string, readonly number[]>
  readonly emails: Set<string>
  readonly writes: ((db: DatabaseSync, ids: Map<string, number>) => void)[]
}

/** Writes a seed file, or nothing. Raises `emulator.bad-request` with the path of the first invalid row. */
export function writeSeed(context: EmulatorContext, { stores, products, customers, orders }: SeedFile): SeededAnswer {
  return transaction(context.registry, () => {
    const opened = stores.map((row, n) => at(`stores[${n}]`, () => openEmpty(context, row)))
    const bookOf = createBooks(context, opened)
    for (const [n, row] of products.entries()) at(`products[${n}]`, () => addProduct(context, bookOf(row.store), row))
    for (const [n, row] of customers.entries()) at(`customers[${n}]`, () => addCustomer(bookOf(row.store), row))
    for (const [n, row] of orders.entries()) at(`orders[${n}]`, () => addOrder(context, bookOf(row.store), row))
    for (const { code } of opened) bookOf(code)
    for (const book of bookOf.all()) writeBook(context, book)
    return { stores: opened, products: products.length, customers: customers.length, orders: orders.length }
  })
}

function openEmpty(
  context: EmulatorContext,
  { name, regions, withoutDomain, appKey }: SeedFile['stores'][number],
): Store {
  const code = codeFrom(name)
  if (listStores(context).some((store) => store.code === code)) {
    throw wrong('name', `store ${code} already exists`, [
      `To add rows to this store, remove it from stores and set "store": "${code}" in the rows.`,
      'To start over, run: app emulator reset',
    ])
  }
  return openStore(context, { name, regions, withoutDomain, appKey, seed: 'none' }).store
}

function createBooks(context: EmulatorContext, opened: readonly Store[]) {
  const all = listStores(context)
  const books = new Map<number, Book>()
  const find = (code: string | undefined): Book => {
    const byDefault = opened[0] ?? (all.length === 1 ? all[0] : undefined)
    const store = code === undefined ? byDefault : all.find((one) => one.code === code)
    if (store === undefined) {
      const problem = code === undefined ? 'is missing' : `unknown store ${foreignText(code)}`
      throw wrong('store', problem, [`Stores: ${all.map((one) => one.code).join(', ') || 'none'}.`])
    }
    const db = opened.some(({ id }) => id === store.id) ? null : context.storeDb(store.id)
    const book = books.get(store.id) ?? { store, db, sold: new Map(), emails: new Set(), writes: [] }
    books.set(store.id, book)
    return book
  }
  return Object.assign(find, { all: () => books.values() })
}

function addProduct(
  context: EmulatorContext,
  { store, db, sold, writes }: Book,
  row: SeedFile['products'][number],
): void {
  const { name, sku, prices, gtin, mpn, status, imageUrl, stock } = row
  const regions = Object.keys(prices).map((wanted) =>
    at(`prices.${wanted}`, () => chooseRegion(context, store.id, wanted).id),
  )
  if (sku !== undefined) {
    if (sold.has(sku) || isThere(db, 'SELECT count(*) FROM products WHERE sku = ?', sku)) {
      throw wrong('sku', `store ${store.code} already has a product ${foreignText(sku)}`)
    }
    sold.set(sku, status === 'A' ? regions : [])
  }
  writes.push((_, ids) => {
    const { id } = createProduct(context, store.id, {
      name,
      sku,
      prices,
      gtin,
      mpn,
      status,
      imageUrl,
      stock,
      attributes: {},
    })
    if (sku !== undefined) ids.set(sku, id)
  })
}

const customerOf = 'SELECT count(*) FROM customers WHERE email = ?'

function addCustomer({ store, db, emails, writes }: Book, { name, email }: SeedFile['customers'][number]): void {
  if (emails.has(email) || isThere(db, customerOf, email)) {
    throw wrong('email', `store ${store.code} already has a customer ${foreignText(email)}`)
  }
  emails.add(email)
  writes.push((to) => void insertRow(to, 'customers', { name, email }))
}

const productOf = `SELECT p.id FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?2
  WHERE p.sku = ?1 AND p.status = 'A' ORDER BY p.id LIMIT 1`

function addOrder(
  context: EmulatorContext,
  { store, db, sold, emails, writes }: Book,
  row: SeedFile['orders'][number],
): void {
  const { currency, customer: email, items, externalOrderId } = row
  const region = at('region', () => chooseRegion(context, store.id, row.region))
  if (currency !== undefined && currency !== region.currencyCode) {
    throw wrong('currency', `region ${region.code} uses ${region.currencyCode}, not ${foreignText(currency)}`)
  }
  if (email !== undefined && !emails.has(email) && !isThere(db, customerOf, email)) {
    throw wrong('customer', `unknown customer ${foreignText(email)}`)
  }
  const createdAt = timeOf(row.createdAt ?? context.now().toISOString())
  for (const [n, { sku }] of items.entries()) {
    if (sold.get(sku)?.includes(region.id) ?? isThere(db, productOf, sku, region.id)) continue
    const problem = `product ${foreignText(sku)} is not sold in region ${region.code}`
    throw wrong(`items[${n}].sku`, problem, [
      `SKUs in the file: ${foreignText([...sold.keys()].join(', ')) || 'none'}.`,
    ])
  }
  writes.push((to, ids) => {
    const lines = items.map(({ sku, quantity }) =>
      soldLine(to, region, { productId: ids.get(sku) ?? readInteger(to, productOf, sku, region.id), quantity }),
    )
    insertPlaced(context, {
      storeId: store.id,
      region,
      lines,
      customer: email === undefined ? nextCustomer(to, region) : customerByEmail(to, region, email),
      createdAt,
      ...statesAfter(row),
      ...defined({ externalOrderId }),
    })
  })
}

/** Only a cancelled order may be unpaid. */
function statesAfter({ paid, operation }: SeedFile['orders'][number]) {
  if (operation === undefined) return { paid }
  const { status, paymentStatus } = orderSteps[operation]
  return { paid: paid || operation !== 'cancel', status, ...(paymentStatus !== null && { paymentStatus }) }
}

function writeBook(context: EmulatorContext, { store, db: known, writes }: Book): void {
  const db = known ?? context.storeDb(store.id)
  const ids = new Map<string, number>()
  transaction(db, () => {
    if (known === null) {
      seedTaxRules({ db, store })
      seedWarehouses({ db, store })
    }
    for (const write of writes) write(db, ids)
  })
}

function timeOf(createdAt: string): number {
  const time = Date.parse(createdAt)
  if (Number.isNaN(time)) throw wrong('createdAt', 'not a valid date')
  return time
}

function isThere(db: DatabaseSync | null, sql: string, ...values: readonly (string | number)[]): boolean {
  return db !== null && readInteger(db, sql, ...values) > 0
}

function wrong(field: string, problem: string, suggestions: readonly string[] = []): AppError {
  return new AppError('emulator.bad-request', `${field}: ${problem}.`, { suggestions, details: { field } })
}

/** Prefixes errors of the work with the path of the row. */
function at<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, advice, details } = error
    const field = typeof details['field'] === 'string' ? `.${details['field']}` : ''
    const text = `${place}${field === '' ? ': ' : '.'}${message}`
    throw new AppError('emulator.bad-request', text, { suggestions: advice, details: { field: place + field } })
  }
}
