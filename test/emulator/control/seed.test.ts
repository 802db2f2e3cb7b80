import { expect, it } from 'vitest'

import type { Store } from '../../../src/control/contract.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { SeedFile } from '../../../src/control/operations.ts'
import { ExactNumber } from '../../../src/text/json.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { atThisLoad } from '../../support/machine/machine-load.ts'
import { sendTo } from '../../support/send.ts'

function makeControl() {
  const made = makeEmulator()
  const { emulator } = made
  const control = createControlClient({
    send: sendTo(emulator),
    url: made.urls.portal,
    token: emulator.controlToken,
  })
  const rows = (store: Store, sql: string) =>
    emulator.context
      .storeDb(store.id)
      .prepare(sql)
      .all()
      .map((row) => Object.values(row))
  return { ...made, control, rows, context: emulator.context }
}

/** Two stores that refer to each other's names, so that a mix-up would be seen. */
const file = {
  stores: [
    { name: 'My Shop', regions: ['TR', 'DE'] },
    { name: 'Annex', regions: ['US'] },
  ],
  products: [
    { name: 'Lamp', sku: 'L-1', prices: { tr: '100', EUR: '19.90' }, stock: '3' },
    { store: 'annex', name: 'Pen', sku: 'L-1', prices: { us: '2' } },
  ],
  customers: [
    { name: 'Ada Example', email: 'ada@shop.example' },
    { name: 'Bora Sample', email: 'bora@shop.example' },
    { store: 'annex', name: 'Clara Testing', email: 'clara@shop.example' },
  ],
  orders: [
    { region: 'DE', customer: 'bora@shop.example', paid: true, items: [{ sku: 'L-1', quantity: 2 }] },
    { currency: 'TRY', items: [{ sku: 'L-1', quantity: 1 }], createdAt: '2026-01-02T03:04:05Z' },
    { store: 'annex', items: [{ sku: 'L-1', quantity: 5 }], externalOrderId: 'A-1' },
  ],
} satisfies SeedFile

it('writes stores, products, customers and orders that refer to each other by code, email and SKU', async () => {
  const { control, rows } = makeControl()

  const { stores, ...counts } = await control.seed(file)

  expect(counts).toEqual({ products: 2, customers: 3, orders: 3 })
  const [shop, annex] = stores as [Store, Store]
  expect([shop.code, annex.code]).toEqual(['my-shop', 'annex'])
  const orders = `SELECT o.order_number, o.currency, o.status, o.subtotal, o.tax_total, c.email, i.product_name, i.quantity, o.external_order_id
    FROM orders o JOIN customers c ON c.id = o.customer_id JOIN order_items i ON i.order_id = o.id ORDER BY o.id`
  expect(rows(shop, orders)).toEqual([
    ['MY-SHOP-1001', 'EUR', 'paid', '39.80', '7.56', 'bora@shop.example', 'Lamp', 2, null],
    ['MY-SHOP-1002', 'TRY', 'processing', '100.00', '20.00', 'bora@shop.example', 'Lamp', 1, null],
  ])
  expect(rows(annex, orders)).toEqual([
    ['ANNEX-1001', 'USD', 'processing', '10.00', '0.83', 'clara@shop.example', 'Pen', 5, 'A-1'],
  ])
  expect(rows(shop, 'SELECT created_at FROM orders WHERE id = 2')).toEqual([[Date.parse('2026-01-02T03:04:05Z')]])
  // Orders of the past do not change the stock of the file.
  expect(rows(shop, 'SELECT quantity FROM stock')).toEqual([['3']])
})

it.each([
  ['pay', 'paid', 'paid'],
  ['process', 'processing', 'paid'],
  ['ship', 'shipped', 'paid'],
  ['deliver', 'delivered', 'paid'],
  ['cancel', 'cancelled', 'unpaid'],
  ['refund', 'refunded', 'refunded'],
] as const)('an order whose last operation is %s has the status %s', async (operation, status, payment) => {
  const { control, rows } = makeControl()

  const {
    stores: [shop],
  } = await control.seed({ ...good, orders: [{ operation, items: [item] }] })

  expect(rows(shop as Store, 'SELECT status, payment_status FROM orders')).toEqual([[status, payment]])
})

it('generates the same ids and times on a new emulator with the same clock', async () => {
  const [one, other] = [makeControl(), makeControl()]

  const results = [await one.control.seed(file), await other.control.seed(file)]

  expect(results[0]).toEqual(results[1])
  const storesOf = ({ context }: typeof one) => {
    const { 'my-shop': shop, annex } = dumpState(context)
    return { shop, annex }
  }
  expect(storesOf(one)).toEqual(storesOf(other))
})

it('sends no events and is one operation that app emulator undo reverts', async () => {
  const { control, registerApp, openStore, installApp, context } = makeControl()
  const app = await registerApp({
    webhook_topics: ['order.created', 'order.paid'],
    webhook_url: 'http://127.0.0.1:1/hook',
  })
  const store = await openStore({ appKey: app.appKey })
  await installApp({ app, store })
  const before = dumpState(context)

  await control.seed({ orders: [{ paid: true, items: [{ sku: 'DEMO-001', quantity: 1 }] }] })

  expect(await control.deliveries()).toEqual([])
  expect((await control.latestOrders({ store: store.code })).length).toBe(41)
  const { undone } = await control.undo()
  expect(undone.map(({ summary }) => summary)).toEqual(['seed file loaded'])
  expect(dumpState(context)).toEqual(before)
})

const item = { sku: 'L-1', quantity: 1 }
const stores = [{ name: 'Shop', regions: ['TR'] }]
const products = [{ name: 'Lamp', sku: 'L-1', prices: { tr: '1' } }]
const good = { stores, products, orders: [{ items: [item] }] }

it.each<[string, object, string, string]>([
  [
    'an unknown region',
    { ...good, orders: [...good.orders, { region: 'xx', items: [item] }] },
    'orders[1].region: Unknown region xx',
    'Regions: tr (id 4, TRY).',
  ],
  [
    'a price in a currency without a region',
    { stores, products: [{ name: 'A', prices: { USD: '1' } }] },
    'products[0].prices.USD: Unknown region USD',
    'Regions: tr (id 4, TRY).',
  ],
  [
    'a currency of another region',
    { ...good, orders: [{ currency: 'USD', items: [item] }] },
    'orders[0].currency: region tr uses TRY, not USD.',
    '',
  ],
  [
    'an unknown member',
    { ...good, orders: [{ items: [item], colour: 'red' }] },
    'orders[0]: has the unknown field colour (known: store, region, currency, customer, paid, operation, items, createdAt, externalOrderId).',
    '',
  ],
  [
    'an unknown SKU',
    { ...good, orders: [{ items: [item, { sku: 'X', quantity: 1 }] }] },
    'orders[0].items[1].sku: product X is not sold in region tr.',
    'SKUs in the file: L-1.',
  ],
  [
    'an unknown customer',
    { ...good, orders: [{ customer: 'x', items: [item] }] },
    'orders[0].customer: unknown customer x.',
    '',
  ],
  [
    'an unknown store',
    { ...good, customers: [{ store: 'x', name: 'A', email: 'a' }] },
    'customers[0].store: unknown store x.',
    'Stores: demo, shop.',
  ],
  [
    'a store that exists',
    { stores: [{ name: 'Demo' }] },
    'stores[0].name: store demo already exists.',
    'app emulator reset',
  ],
  [
    'an unknown country',
    { stores: [{ name: 'Shop', regions: ['XX'] }] },
    'stores[0]: The emulator does not support the country "XX".',
    'Use one of these countries: ',
  ],
  [
    'a duplicate SKU',
    { ...good, products: [...products, ...products] },
    'products[1].sku: store shop already has a product L-1.',
    '',
  ],
  [
    'a duplicate email',
    { customers: [{ name: 'A', email: 'ada.example@customers.demo.shop.example' }] },
    'customers[0].email: store demo already has a customer',
    '',
  ],
  [
    'a day that does not exist',
    { ...good, orders: [{ createdAt: '2026-13-01T00:00:00Z', items: [item] }] },
    'orders[0].createdAt: not a valid date.',
    '',
  ],
  ['a number for text', { stores: [{ name: 5 }] }, 'stores[0].name: must be text.', ''],
  [
    'a list for an id',
    { ...good, orders: [{ externalOrderId: [], items: [item] }] },
    'orders[0].externalOrderId: must be text or a number.',
    '',
  ],
])('names %s by its path, and writes nothing', async (_, wrong, message, advice) => {
  const { control, openStore, context } = makeControl()
  await openStore()
  const before = dumpState(context)

  const error: unknown = await control.seed(wrong as SeedFile).catch((reason: unknown) => reason)

  expect(error).toMatchObject({ code: 'emulator.bad-request', message: expect.stringContaining(message) as string })
  expect((error as { suggestions: string[] }).suggestions.join('\n')).toContain(advice)
  expect(dumpState(context)).toEqual(before)
  expect((await control.steps()).map(({ summary }) => summary)).toEqual(['store Demo opened'])
  // The id and the file of a store that was not created are free.
  expect((await control.seed(good)).stores.map(({ code }) => code)).toEqual(['shop'])
})

it('asks for the store of a row if the emulator has several stores and the file specifies none', async () => {
  const { control, openStore } = makeControl()
  await openStore()
  await openStore({ name: 'Other', seed: 'none' })

  await expect(control.seed({ customers: [{ name: 'A', email: 'a' }] })).rejects.toMatchObject({
    message: 'customers[0].store: is missing.',
    suggestions: ['Stores: demo, other.'],
  })
})

it('preserves every digit of an id above 2^53', async () => {
  const { control, rows } = makeControl()
  const id = new ExactNumber('9007199254740993123') as unknown as string

  const { stores: opened } = await control.seed({
    stores,
    products: [{ name: 'Lamp', sku: id, prices: { tr: '1' } }],
    orders: [{ externalOrderId: id, items: [{ sku: '9007199254740993123', quantity: 1 }] }],
  })

  expect(rows(opened[0] as Store, 'SELECT o.external_order_id, i.sku FROM orders o JOIN order_items i')).toEqual([
    ['9007199254740993123', '9007199254740993123'],
  ])
  await expect(control.seed({ orders: [{ region: id, items: [item] }] })).rejects.toThrow('region 9007199254740993123')
})

/** An order for each of a thousand customers, three lines each. */
function thousandOrders(): SeedFile {
  const numbers = Array.from({ length: 1000 }, (_, n) => n)
  return {
    stores,
    products: numbers.slice(0, 100).map((n) => ({ name: `Product ${n}`, sku: `P-${n}`, prices: { tr: '9.90' } })),
    customers: numbers.map((n) => ({ name: `Customer ${n}`, email: `c${n}@shop.example` })),
    orders: numbers.map((n) => ({
      customer: `c${n}@shop.example`,
      items: [0, 1, 2].map((line) => ({ sku: `P-${(n + line) % 100}`, quantity: 1 + line })),
    })),
  }
}

it('writes a thousand orders in less than two seconds', async () => {
  const { control } = makeControl()
  const seed = thousandOrders()
  const started = performance.now()

  const { orders } = await control.seed(seed)

  expect(orders).toBe(1000)
  expect(performance.now() - started).toBeLessThan(atThisLoad(2000))
})
