import { describe, expect, it } from 'vitest'

import { makeShop, type Shop } from '../../shop.ts'

const item = { productId: 1, quantity: 2, unitPrice: 10.5 }
const body = { externalOrderId: 'M-1', items: [item] }

async function imported(shop: Shop, token: string, fields: object = {}) {
  const { status, body: answer } = await shop.send(token, 'POST /orders', { ...body, ...fields })
  const id = answer?.orderId
  const row = id === undefined ? undefined : shop.db.prepare('SELECT * FROM orders WHERE id = ?').get(id)
  const detail = id === undefined ? undefined : (await shop.call(token, `/orders/${id}`)).body
  return { status, answer, row, detail }
}

const count = (shop: Shop) => Number(shop.db.prepare('SELECT count(*) AS n FROM orders').get()?.['n'])

describe('POST /orders', () => {
  it('creates an order and returns success, orderId, idempotent (GEN-004 ORD-051 ORD-053 ORD-054 SCOPE-006)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const before = count(shop)

    const { status, answer, detail } = await imported(shop, token)

    expect([status, answer]).toEqual([200, { success: true, orderId: detail.id, idempotent: false }])
    expect(count(shop)).toBe(before + 1)
  })

  it('needs orders.write (ORD-052 GEN-037)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['orders.read', 'orders.costs.write'] })

    expect((await imported(shop, token)).status).toBe(403)
  })

  it('a repeated externalOrderId returns the existing order, from any region (ORD-055 ORD-083 ORD-084 B26)', async () => {
    const shop = await makeShop()
    const tr = await shop.install({ region: 'tr' })
    const de = await shop.install({ region: 'de' })
    const first = await imported(shop, tr.token)
    const before = count(shop)

    const again = await imported(shop, tr.token, { items: [{ productId: 2, quantity: 9 }], deductStock: true })
    const elsewhere = await shop.send(de.token, 'POST /orders', body)

    for (const answer of [again.answer, elsewhere.body]) {
      expect(answer).toEqual({ success: true, orderId: first.answer.orderId, idempotent: true })
    }
    expect(count(shop)).toBe(before)
    expect(again.detail).toEqual(first.detail)
  })

  it('another app has separate externalOrderIds (ORD-055)', async () => {
    const shop = await makeShop()
    const own = await shop.install()
    const other = await shop.install({ appKey: 'app.acme.other' })
    const first = await imported(shop, own.token)

    const second = await imported(shop, other.token)

    expect(second.answer.idempotent).toBe(false)
    expect(second.answer.orderId).not.toBe(first.answer.orderId)
  })

  it('provider sets orderSource, which is null without one (ORD-014 ORD-056 ORD-057 B25)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    await imported(shop, token, { provider: 'bazaar' })
    await imported(shop, token, { externalOrderId: 'M-2' })
    await imported(shop, token, { externalOrderId: 'M-3', provider: '' })
    await imported(shop, token, { externalOrderId: 'M-4', provider: ' ' })

    const { body: page } = await shop.call(token, '/orders?pageSize=4')

    expect(page.items.map(({ orderSource }: { orderSource: unknown }) => orderSource)).toEqual([
      null,
      null,
      null,
      'marketplace_bazaar',
    ])
  })

  it('stores the sent prices to the digit, and recalculates nothing (ORD-063 ORD-081 GEN-012)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const sent = '{"externalOrderId":"M-1","items":[{"productId":1,"quantity":3,"unitPrice":0.10000000000000000001}]}'

    const { body: answer } = await shop.send(token, 'POST /orders', sent)
    const text = await (await shop.api(token, `/orders/${answer.orderId}`)).text()

    expect(text).toContain('"unitPrice":0.10000000000000000001')
    expect(text).toContain('"totalPrice":0.30000000000000000003')
    expect(text).toContain('"grandTotal":0.30000000000000000003')
    expect(text).toContain('"taxTotal":0,')
  })

  it('without unitPrice uses the list price of the region (ORD-064)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })
    const price = shop.db
      .prepare('SELECT price FROM prices WHERE product_id = 1 AND region_id = ?')
      .get(shop.region('de'))

    const { detail } = await imported(shop, token, { items: [{ productId: 1, quantity: 1, unitPrice: null }] })

    expect(detail.items[0].unitPrice).toBe(Number(price?.['price']))
  })

  it("uses the region's currency without logging if currency is missing or empty (ORD-065 ORD-066 ORD-068)", async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'gb' })

    const absent = await imported(shop, token)
    const empty = await imported(shop, token, { externalOrderId: 'M-2', currency: '' })

    expect([absent.detail.currency, empty.detail.currency]).toEqual(['GBP', 'GBP'])
    const { entries } = await shop.control<{ entries: { code: string }[] }>('GET', '/log')
    expect(entries.map(({ code }) => code)).not.toContain('import.other-currency')
  })

  it('another currency is accepted, stored, logged, and never added to the shipping cost (ORD-067 ORD-068 GEN-013 A44)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'tr' })

    const { status, detail } = await imported(shop, token, { currency: 'USD', shippingCost: 999 })

    expect([status, detail.currency, detail.grandTotal]).toEqual([200, 'USD', 21])
    const { entries } = await shop.control<{ entries: object[] }>('GET', '/log')
    expect(entries).toContainEqual(
      expect.objectContaining({
        code: 'import.other-currency',
        details: expect.objectContaining({ currency: 'USD', regionCurrency: 'TRY', orderId: detail.id }),
      }),
    )
  })

  it('warns about a list price that is used as a number in another currency (ORD-064 ORD-068)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'tr' })
    const own = { ...item, unitPrice: 10.5 }

    await imported(shop, token, { currency: 'USD', items: [own] })
    await imported(shop, token, {
      externalOrderId: 'M-2',
      currency: 'USD',
      items: [own, { productId: 1, quantity: 1 }],
    })

    const { entries } = await shop.control<{ entries: { code: string; level: string; message: string }[] }>(
      'GET',
      '/log',
    )
    const told = entries.filter(({ code }) => code === 'import.other-currency').toReversed()
    expect(told.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'An order in USD was imported into a region that uses TRY.'],
      [
        'warn',
        'An order in USD was imported into a region that uses TRY. Lines without unitPrice have the unconverted list price.',
      ],
    ])
  })

  it.each(['shipped', 'delivered', 'processing'])(
    'externalStatus %s sets the status of the order (ORD-069 ORD-070 ORD-048)',
    async (externalStatus) => {
      const shop = await makeShop()
      const { token } = await shop.install()

      const { detail, row } = await imported(shop, token, { externalStatus })

      expect([detail.status, row?.['payment_status']]).toEqual([externalStatus, 'paid'])
    },
  )

  it('without externalStatus the order is paid (ORD-070 ORD-071 B25)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()

    const { detail, row } = await imported(shop, token)

    expect([detail.status, row?.['payment_status']]).toEqual(['paid', 'paid'])
  })

  it('stores tracking number, carrier and customer name unchanged, and shows the name nowhere (ORD-072 ORD-073 ORD-074 ORD-085 N20)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()

    const { row, detail } = await imported(shop, token, {
      trackingNumber: ' TN/1 ',
      cargoProvider: 'No Such Carrier',
      customerName: 'Zoe Hidden',
    })

    expect(row).toMatchObject({
      tracking_number: ' TN/1 ',
      shipping_method: 'No Such Carrier',
      external_customer_name: 'Zoe Hidden',
    })
    expect(JSON.stringify(detail)).not.toContain('Zoe Hidden')
    expect(detail.customer).toEqual({ name: null, email: null })
  })

  it.each([0, 999])('stores shippingCost %d as sent (ORD-075 ORD-076)', async (shippingCost) => {
    const shop = await makeShop()
    const { token } = await shop.install()

    const { row, detail } = await imported(shop, token, { shippingCost })

    expect(row?.['shipping_total']).toBe(String(shippingCost))
    expect(detail.grandTotal).toBe(21 + shippingCost)
  })

  it('returns shippingAddress verbatim, whatever its fields (ORD-077 N11 ORD-043)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const shippingAddress = { anything: ['a', 1, null], nested: { x: true } }

    const { detail } = await imported(shop, token, { shippingAddress })

    expect([detail.shippingAddress, detail.billingAddress]).toEqual([shippingAddress, null])
  })

  it('without deductStock the stock is unchanged (ORD-078 ORD-080)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const stock = () => shop.db.prepare('SELECT * FROM stock').all()
    const before = stock()

    await imported(shop, token)
    await imported(shop, token, { externalOrderId: 'M-2', deductStock: false })

    expect(stock()).toEqual(before)
  })

  it('deductStock deducts pieces from the default warehouse, even below zero (ORD-078 ORD-079 B51)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })
    const stock = () =>
      Number(
        shop.db
          .prepare(
            'SELECT quantity FROM stock JOIN warehouses w ON w.id = warehouse_id WHERE product_id = 1 AND is_default = 1',
          )
          .get()?.['quantity'],
      )
    const before = stock()

    const { status } = await imported(shop, token, { deductStock: true, items: [{ ...item, quantity: before + 7 }] })

    expect([status, stock()]).toEqual([200, -7])
  })

  it('deductStock deducts nothing from variant stock for a line without a variant, and reports it (ORD-079)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    shop.db.prepare('INSERT INTO variants (product_id, combination) VALUES (1, ?)').run('{"size":"L"}')
    const stock = () => shop.db.prepare('SELECT * FROM stock ORDER BY product_id, variant_id').all()
    const before = stock()

    const { status } = await imported(shop, token, { deductStock: true, items: [{ ...item, productId: 1 }] })

    expect([status, stock()]).toEqual([200, before])
    const { entries } = await shop.control<{ entries: object[] }>('GET', '/log')
    expect(entries).toContainEqual(expect.objectContaining({ code: 'import.stock-not-taken', level: 'warn' }))
  })

  it.each(['TRYX', 'XTRY', 'TR', 'try', 'T Y'])(
    'rejects the currency %j, which is not an ISO code, with 400 (ORD-065)',
    async (currency) => {
      const shop = await makeShop()
      const { token } = await shop.install()
      const before = count(shop)

      const { status, body: answer } = await shop.send(token, 'POST /orders', { ...body, currency })

      expect([status, answer.success, count(shop)]).toEqual([400, false, before])
    },
  )

  it('a shippingCost without an end returns 400 with a message, and nothing is written (T23)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const before = count(shop)

    const text = JSON.stringify({ ...body, shippingCost: 0 }).replace('"shippingCost":0', '"shippingCost":1e999')
    const answer = await shop.send(token, 'POST /orders', text)

    expect([answer.status, answer.body, count(shop)]).toEqual([
      400,
      { success: false, message: 'shippingCost is invalid.' },
      before,
    ])
  })

  it('uses the region of the token or pin, whatever the body contains (ORD-082)', async () => {
    const shop = await makeShop()
    const locked = await shop.install({ region: 'de' })
    const wide = await shop.installWide()
    const other = { regionId: shop.region('tr'), region: 'tr' }

    const one = await imported(shop, locked.token, other)
    const { body: two } = await shop.send(wide.token, `POST /orders?regionId=${shop.region('gb')}`, {
      ...body,
      ...other,
    })

    const regionOf = (id: unknown) => shop.db.prepare('SELECT region_id FROM orders WHERE id = ?').get(Number(id))
    expect([regionOf(one.answer.orderId), regionOf(two.orderId)]).toEqual([
      { region_id: shop.region('de') },
      { region_id: shop.region('gb') },
    ])
  })

  it('an import sends no event by default (EVT-026 N4)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({
      webhook_url: 'http://127.0.0.1:9/hook',
      webhook_topics: ['order.created', 'order.paid'],
    })
    await imported(shop, token)
    const queue = async () => (await shop.control<{ deliveries: unknown[] }>('GET', '/deliveries')).deliveries
    expect(await queue()).toEqual([])

    shop.context.changeSettings({ importEmits: true })
    await imported(shop, token, { externalOrderId: 'M-2' })

    expect(await queue()).toMatchObject([{ topic: 'order.created' }])
  })
})

describe('limits of an import', () => {
  it.each<[string, object]>([
    ['ORD-054', { externalOrderId: undefined }],
    ['ORD-054', { externalOrderId: '' }],
    ['ORD-054', { externalOrderId: ' ' }],
    ['ORD-054', { externalOrderId: 7 }],
    ['ORD-058', { items: [{ quantity: 1 }] }],
    ['ORD-058', { items: [{ ...item, productId: '1' }] }],
    ['ORD-058', { items: [{ ...item, productId: 999_999 }] }],
    ['ORD-059', { items: [{ ...item, productId: 0 }] }],
    ['ORD-059', { items: [{ ...item, productId: -1 }] }],
    ['ORD-060', { items: [{ productId: 1 }] }],
    ['ORD-060', { items: [{ ...item, quantity: 1.5 }] }],
    ['ORD-060', { items: [{ ...item, quantity: 2_147_483_648 }] }],
    ['ORD-061', { items: [{ ...item, quantity: 0 }] }],
    ['ORD-062', { items: [{ ...item, variantId: 5 }] }],
    ['ORD-062', { items: [{ ...item, variantId: 'x' }] }],
    ['ORD-063', { items: [{ ...item, unitPrice: -1 }] }],
    ['ORD-063', { items: [{ ...item, unitPrice: '10' }] }],
    ['ORD-065', { currency: 'lira' }],
    ['ORD-069', { externalStatus: 'cancelled' }],
    ['ORD-069', { externalStatus: 'paid' }],
    ['ORD-072', { trackingNumber: 1 }],
    ['ORD-075', { shippingCost: -1 }],
    ['ORD-077', { shippingAddress: 'street' }],
    ['ORD-078', { deductStock: 'true' }],
    ['ORD-086', { items: [] }],
    ['ORD-086', { items: 'none' }],
    ['ORD-086', { items: undefined }],
  ])('%s ORD-086 %j answers 400, and nothing is written (N29)', async (_rule, fields) => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const before = count(shop)

    const { status, answer } = await imported(shop, token, fields)

    expect([status, answer.success, count(shop)]).toEqual([400, false, before])
  })

  it('accepts the smallest and the largest int as quantities (ORD-060 ORD-061)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const items = [1, 2_147_483_647].map((quantity) => ({ ...item, quantity }))

    const { status, detail } = await imported(shop, token, { items })

    expect([status, detail.items.map((line: { quantity: number }) => line.quantity)]).toEqual([200, [1, 2_147_483_647]])
  })

  it.each([
    '{"externalOrderId":"M","items":[{"productId":9007199254740993,"quantity":1}]}',
    '{"externalOrderId":"M","items":[{"productId":1,"quantity":1.00000000000000000001}]}',
    '{"externalOrderId":"M","items":[{"productId":1,"quantity":1,"unitPrice":1e999}]}',
    '{"externalOrderId":"M","items":[{"productId":1,"quantity":1,"unitPrice":1.2345678901234567e999999}]}',
    '{"externalOrderId":"M","items":[{"productId":1,"quantity":1,"unitPrice":1e-300}]}',
    `{"externalOrderId":"M","items":[{"productId":1,"quantity":1,"unitPrice":0.${'1'.repeat(10_000)}}]}`,
  ])('%.80s returns 400 immediately (T23)', async (text) => {
    const shop = await makeShop()
    const { token } = await shop.install()

    expect((await shop.send(token, 'POST /orders', text)).status).toBe(400)
  })

  it('requires unitPrice for a product that the region does not sell (ORD-064)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })
    shop.db.prepare('DELETE FROM prices WHERE product_id = 1 AND region_id = ?').run(shop.region('de'))

    const without = await imported(shop, token, { items: [{ productId: 1, quantity: 1 }] })
    const withPrice = await imported(shop, token)

    expect([without.status, withPrice.status]).toEqual([400, 200])
  })

  it('accepts a variant of the product with its own sku, and rejects one of another product (ORD-062)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const { lastInsertRowid } = shop.db
      .prepare(`INSERT INTO variants (product_id, sku, combination) VALUES (1, 'V-1', '{}')`)
      .run()
    const variantId = Number(lastInsertRowid)
    const send = (productId: number) =>
      shop.send(token, `POST /orders?regionId=${shop.region('tr')}`, {
        externalOrderId: `M-${productId}`,
        items: [{ ...item, productId, variantId }],
      })

    const own = await send(1)
    const foreign = await send(2)

    expect([own.status, foreign.status]).toEqual([200, 400])
    const { body: order } = await shop.call(token, `/orders/${own.body.orderId}?regionId=${shop.region('tr')}`)
    expect(order.items).toMatchObject([{ productId: 1, variantId, sku: 'V-1' }])
    const line = shop.db.prepare('SELECT variant_id, sku FROM order_items WHERE order_id = ?').get(own.body.orderId)
    expect(line).toEqual({ variant_id: variantId, sku: 'V-1' })
  })
})
