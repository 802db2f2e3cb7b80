import { describe, expect, it } from 'vitest'

import type { PlacedOrder } from '../../../src/control/contract.ts'
import { makeShop, type Shop } from '../api/shop.ts'

const ordersPath = (shop: Shop) => `/stores/${shop.store.code}/orders`

async function place(shop: Shop, input: object = {}): Promise<PlacedOrder> {
  return (await shop.control<{ order: PlacedOrder }>('POST', ordersPath(shop), input)).order
}

async function change(shop: Shop, id: number | string, operation: string) {
  const response = await shop.rawControl('POST', `${ordersPath(shop)}/${id}/${operation}`, {})
  // The control interface answers one of the two.
  const { order, error } = (await response.json()) as { order?: PlacedOrder; error?: { message: string } }
  return { status: response.status, order, message: error?.message }
}

const row = (shop: Shop, id: number) => shop.db.prepare('SELECT * FROM orders WHERE id = ?').get(id)
const stock = (shop: Shop, code: string) =>
  Number(
    shop.db
      .prepare(
        'SELECT quantity FROM stock s JOIN warehouses w ON w.id = s.warehouse_id WHERE product_id = 1 AND code = ?',
      )
      .get(`${code}-main`)?.['quantity'],
  )

describe('placing an order', () => {
  it('uses the exact price and default tax of the region', async () => {
    const shop = await makeShop()
    shop.db
      .prepare("UPDATE prices SET price = '1234567890123456.78' WHERE product_id = 1 AND region_id = ?")
      .run(shop.region('de'))

    const order = await place(shop, { region: 'de', items: [{ productId: 1, quantity: 3 }] })

    expect(order).toMatchObject({ currency: 'EUR', regionId: shop.region('de'), grandTotal: '4407407367740740.70' })
    expect(row(shop, order.id)).toMatchObject({ subtotal: '3703703670370370.34', tax_total: '703703697370370.36' })
  })

  it('buys the first variant of a product if none is specified, and reduces its stock', async () => {
    const shop = await makeShop()
    const add = shop.db.prepare('INSERT INTO variants (product_id, sku, combination) VALUES (1, ?, ?)')
    for (const size of ['S', 'L']) add.run(`MUG-${size}`, `{"size":"${size}"}`)
    const variants = shop.db.prepare('SELECT id FROM variants WHERE product_id = 1 ORDER BY id').all()

    const { id } = await place(shop, { items: [{ productId: 1, quantity: 2 }] })

    const line = shop.db.prepare('SELECT variant_id, sku FROM order_items WHERE order_id = ?').get(id)
    expect(line).toMatchObject({ variant_id: variants[0]?.['id'], sku: 'MUG-S' })
    const taken = shop.db
      .prepare('SELECT variant_id, quantity FROM stock WHERE product_id = 1 AND variant_id > 0')
      .all()
    expect(taken.map((one) => ({ ...one }))).toEqual([{ variant_id: variants[0]?.['id'], quantity: '-2' }])
  })

  it.each([
    ['its code', 'de'],
    ['its code in capitals', 'DE'],
    ['its currency', 'EUR'],
    ['its currency in small letters', 'eur'],
  ])('finds the region by %s', async (_by, region) => {
    const shop = await makeShop()

    expect((await place(shop, { region })).regionId).toBe(shop.region('de'))
  })

  it('finds the region by id, as text or number, and uses the home region by default', async () => {
    const shop = await makeShop()
    const gb = shop.region('gb')

    const orders = [await place(shop, { region: String(gb) }), await place(shop, { region: gb }), await place(shop)]

    expect(orders.map(({ regionId }) => regionId)).toEqual([gb, gb, shop.region('tr')])
  })

  it('rejects an unknown region and an ambiguous currency with the list of regions', async () => {
    const shop = await makeShop()
    const euros = await shop.openStore({ name: 'Euros', regions: ['DE', 'FR'] })

    const unknown = await shop.rawControl('POST', ordersPath(shop), { region: 'xx' })
    const twice = await shop.rawControl('POST', `/stores/${euros.code}/orders`, { region: 'EUR' })

    expect([unknown.status, twice.status]).toEqual([400, 400])
    expect(await unknown.text()).toContain('tr (')
  })

  it('is unpaid and sends one event by default, and sends two if paid immediately', async () => {
    const shop = await makeShop()

    const [open, paid] = [await place(shop), await place(shop, { paid: true })]

    expect([open.status, row(shop, open.id)?.['payment_status']]).toEqual(['processing', 'unpaid'])
    expect([paid.status, row(shop, paid.id)?.['payment_status']]).toEqual(['paid', 'paid'])
    expect([open, paid].map(({ events }) => events.map(({ topic }) => topic))).toEqual([
      ['order.created'],
      ['order.created', 'order.paid'],
    ])
  })

  it("reduces the stock in the region's warehouse", async () => {
    const shop = await makeShop()
    const before = [stock(shop, 'tr'), stock(shop, 'de')]

    await place(shop, { region: 'de', items: [{ productId: 1, quantity: 200 }] })

    expect([stock(shop, 'tr'), stock(shop, 'de')]).toEqual([before[0], Number(before[1]) - 200])
  })

  it.each([
    { items: [] },
    { items: [{ productId: 1, quantity: 0 }] },
    { items: [{ productId: 1, quantity: 1.5 }] },
    { items: [{ productId: 999_999, quantity: 1 }] },
    { items: [{ productId: 12, quantity: 1 }] },
    { paid: 'yes' },
    { nonsense: 1 },
  ])('rejects %j and stores nothing', async (input) => {
    const shop = await makeShop()
    const count = () =>
      shop.db.prepare('SELECT (SELECT count(*) FROM orders) + (SELECT count(*) FROM events) AS n').get()
    const before = count()

    expect((await shop.rawControl('POST', ordersPath(shop), input)).status).toBe(400)
    expect(count()).toEqual(before)
  })

  it('an empty store rejects orders', async () => {
    const shop = await makeShop()
    const empty = await shop.openStore({ name: 'Empty', seed: 'none' })

    expect((await shop.rawControl('POST', `/stores/${empty.code}/orders`, {})).status).toBe(409)
  })
})

describe('changing an order', () => {
  const steps: readonly (readonly [string[], string, number])[] = [
    [[], 'pay', 200],
    [[], 'ship', 409],
    [[], 'cancel', 200],
    [[], 'refund', 409],
    [['pay'], 'pay', 409],
    [['pay'], 'ship', 200],
    [['pay'], 'cancel', 200],
    [['pay'], 'refund', 200],
    [['pay', 'ship'], 'pay', 409],
    [['pay', 'ship'], 'ship', 409],
    [['pay', 'ship'], 'cancel', 409],
    [['pay', 'ship'], 'refund', 200],
    [['cancel'], 'pay', 409],
    [['cancel'], 'ship', 409],
    [['cancel'], 'cancel', 409],
    [['pay', 'cancel'], 'refund', 200],
    [['pay', 'refund'], 'refund', 409],
    [['pay', 'refund'], 'ship', 409],
    [['pay', 'refund'], 'cancel', 409],
    [['pay', 'process'], 'ship', 200],
    [['pay', 'process'], 'cancel', 200],
    [['pay', 'process'], 'pay', 409],
    [[], 'process', 409],
    [['pay', 'process'], 'process', 409],
    [['pay', 'ship'], 'process', 409],
    [['cancel'], 'process', 409],
    [['pay'], 'deliver', 409],
    [['pay', 'ship', 'deliver'], 'deliver', 409],
    [['pay', 'ship', 'deliver'], 'refund', 200],
    [['pay', 'ship', 'deliver'], 'cancel', 409],
  ]

  it.each(steps)('after %j, %s returns %i (ORD-047)', async (before, operation, status) => {
    const shop = await makeShop()
    const { id } = await place(shop)
    for (const step of before) await change(shop, id, step)
    const events = () => shop.db.prepare('SELECT count(*) AS n FROM events').get()?.['n']
    const told = Number(events())
    const untouched = row(shop, id)

    const answer = await change(shop, id, operation)

    expect(answer.status).toBe(status)
    expect(events()).toBe(told + (status === 200 ? 1 : 0))
    if (status === 409) {
      expect(answer.message).toContain(`Cannot ${operation} order`)
      expect(row(shop, id)).toEqual(untouched)
    }
  })

  it('a paid order is packed and delivered without an event, because no topic reports it (N17 ORD-046)', async () => {
    const shop = await makeShop()
    const { id } = await place(shop, { paid: true })
    const told = () => shop.db.prepare('SELECT topic FROM events ORDER BY id').all().length

    const [packed, before] = [await change(shop, id, 'process'), told()]
    await change(shop, id, 'ship')
    const handed = await change(shop, id, 'deliver')

    expect([packed.order?.status, packed.order?.events, handed.order?.status, handed.order?.events]).toEqual([
      'processing',
      [],
      'delivered',
      [],
    ])
    expect([before, told()]).toEqual([2, 3])
    expect(row(shop, id)?.['payment_status']).toBe('paid')
  })

  it('stores the tracking number and the carrier as shipping method, and only when an order is shipped (ORD-074)', async () => {
    const shop = await makeShop()
    const { id } = await place(shop)
    const parcel = { carrier: ' Example Post ', trackingNumber: 'EX 1' }
    const send = (operation: string, input: object) =>
      shop.rawControl('POST', `${ordersPath(shop)}/${id}/${operation}`, input)

    const early = await send('pay', parcel)
    const untouched = row(shop, id)
    await send('pay', {})
    const sent = await send('ship', parcel)

    expect([early.status, untouched?.['payment_status'], sent.status]).toEqual([400, 'unpaid', 200])
    expect(row(shop, id)).toMatchObject({ shipping_method: 'Example Post', tracking_number: 'EX 1' })
  })

  it('the statuses of cancelled and refunded orders are spelled like the topics (N18 ORD-046)', async () => {
    const shop = await makeShop()
    const [one, two] = [await place(shop), await place(shop, { paid: true })]

    expect((await change(shop, one.id, 'cancel')).order?.status).toBe('cancelled')
    expect((await change(shop, two.id, 'refund')).order?.status).toBe('refunded')
  })

  it('restocks units that were never shipped, once', async () => {
    const shop = await makeShop()
    const before = stock(shop, 'tr')
    const cancelled = await place(shop, { paid: true, items: [{ productId: 1, quantity: 2 }] })
    const shipped = await place(shop, { paid: true, items: [{ productId: 1, quantity: 5 }] })
    await change(shop, cancelled.id, 'cancel')
    await change(shop, cancelled.id, 'refund')
    await change(shop, shipped.id, 'ship')
    await change(shop, shipped.id, 'refund')

    expect(stock(shop, 'tr')).toBe(before - 5)
  })

  it('rejects an unknown order and an unknown operation', async () => {
    const shop = await makeShop()

    const statuses = [change(shop, 999_999, 'pay'), change(shop, 'x', 'pay'), change(shop, 1, 'return')]

    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 400, 400])
  })
})
