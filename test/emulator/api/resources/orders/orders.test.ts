import { describe, expect, it } from 'vitest'

import { orders } from '../../../../../src/catalog/resources/orders.ts'
import { ExactNumber } from '../../../../../src/text/json.ts'
import { makeShop } from '../../shop.ts'

const plain = ['orders.read']

describe('GET /orders', () => {
  it('returns a page of 20 by default (ORD-001 ORD-003 ORD-004 GEN-032)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    await shop.control('POST', `/stores/${shop.store.code}/orders`, {})

    const { status, body } = await shop.call(token, '/orders')
    const rows = shop.db
      .prepare('SELECT count(*) AS n FROM orders WHERE region_id = ? OR region_id IS NULL')
      .get(shop.region('tr'))

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['success', 'items', 'totalCount', 'page', 'pageSize'])
    expect(body).toMatchObject({ success: true, page: 1, pageSize: 20, totalCount: rows?.['n'] })
    expect(orders.list.response.parse(body)).toEqual(body)
  })

  it('paging returns every order once, and totalCount orders in total (ORD-003 ORD-004 ORD-006)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const ids: number[] = []

    let total = 0
    for (let page = 1; page === 1 || ids.length < total; page++) {
      const { body } = await shop.call(token, `/orders?page=${page}&pageSize=5`)
      total = body.totalCount
      expect([body.page, body.pageSize, body.items.length <= 5]).toEqual([page, 5, true])
      ids.push(...body.items.map(({ id }: { id: number }) => id))
    }

    expect(new Set(ids).size).toBe(total)
    expect((await shop.call(token, '/orders?page=90071992547409&pageSize=100')).body.items).toEqual([])
    expect((await shop.call(token, '/orders?page=999999999999999&pageSize=100')).body.totalCount).toBe(total)
  })

  it.each(['page=0', 'page=-1', 'page=abc', 'page=1.5', 'page=', 'page=1e1', 'page=0x1', 'page=1&page=2'])(
    '%s returns 400 (ORD-003 B16)',
    async (query) => {
      const shop = await makeShop()
      const { token } = await shop.install()

      const { status, body } = await shop.call(token, `/orders?${query}`)

      expect([status, body.success]).toEqual([400, false])
    },
  )

  it.each([
    ['pageSize=0', 400],
    ['pageSize=101', 400],
    ['pageSize=1', 200],
    ['pageSize=100', 200],
  ])('%s returns %i (ORD-004)', async (query, status) => {
    const shop = await makeShop()
    const { token } = await shop.install()

    expect((await shop.call(token, `/orders?${query}`)).status).toBe(status)
  })

  it('filters by status, and an unknown status returns an empty list (ORD-005 ORD-045 B19)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()

    for (const status of ['paid', 'shipped', 'delivered', 'processing']) {
      const { body } = await shop.call(token, `/orders?status=${status}`)
      expect(body.totalCount).toBeGreaterThan(0)
      expect(new Set(body.items.map((order: { status: string }) => order.status))).toEqual(new Set([status]))
    }
    expect((await shop.call(token, '/orders?status=nonsense')).body).toMatchObject({ items: [], totalCount: 0 })
  })

  it.each([
    ['/orders', 'ORD-002'],
    ['/orders/1', 'ORD-020'],
  ])('%s needs orders.read (%s) (ORD-002 ORD-020 GEN-021 GEN-037 ERR-014)', async (path) => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['orders.write', 'products.read', 'customers.read'] })

    const { status, body } = await shop.call(token, path)

    expect([status, Object.keys(body)]).toEqual([403, ['success', 'message']])
  })

  it('a summary matches the order (SCOPE-005 ORD-007 ORD-008 ORD-009 ORD-010 ORD-011 ORD-012 ORD-013 ORD-015)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: plain })
    const id = shop.orderIn('tr')
    const row = shop.db.prepare('SELECT * FROM orders WHERE id = ?').get(id)
    const lines = shop.db.prepare('SELECT count(*) AS n FROM order_items WHERE order_id = ?').get(id)

    const { body } = await shop.call(token, '/orders?pageSize=100')

    expect(body.items.find((order: { id: number }) => order.id === id)).toEqual({
      id,
      orderNumber: row?.['order_number'],
      status: row?.['status'],
      grandTotal: Number(row?.['grand_total']),
      currency: 'TRY',
      itemCount: lines?.['n'],
      orderSource: 'web',
      customer: { name: null, email: null },
    })
  })

  it('shows the customer only with customers.read (ORD-016 ORD-017 ORD-018 ORD-044 GEN-023 GEN-024 GEN-025 SCOPE-009)', async () => {
    const shop = await makeShop()
    const without = await shop.install({ requested_scopes: plain })
    const id = shop.orderIn('tr')
    const row = shop.db
      .prepare('SELECT c.name, c.email FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = ?')
      .get(id)
    const listed = await shop.call(without.token, '/orders?pageSize=100')
    const detail = await shop.call(without.token, `/orders/${id}`)

    const texts = JSON.stringify([listed.body, detail.body])
    expect(new Set(listed.body.items.map((order: { customer: object }) => JSON.stringify(order.customer)))).toEqual(
      new Set(['{"name":null,"email":null}']),
    )
    expect(detail.body).toMatchObject({ customer: { name: null, email: null }, billingAddress: null })
    expect(texts).not.toContain(String(row?.['name']))
    expect(texts).not.toContain(String(row?.['email']))

    const granted = await shop.install({ requested_scopes: ['orders.read', 'customers.read'] })
    const shown = await shop.call(granted.token, `/orders/${id}`)
    expect(shown.body.customer).toEqual({ name: row?.['name'], email: row?.['email'] })
  })
})

describe('regions of orders', () => {
  it('a region token sees its own orders and those without a region, and gets 404 for others (PIN-002 PIN-003 EVT-011 B50)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })
    const [own, old, foreign] = [shop.orderIn('de'), shop.orderIn(null), shop.orderIn('tr')]

    const listed = (await shop.call(token, '/orders?pageSize=100')).body.items.map(({ id }: { id: number }) => id)

    expect(listed).toContain(own)
    expect(listed).toContain(old)
    expect(listed).not.toContain(foreign)
    const missing = await shop.call(token, `/orders/${foreign}`)
    expect([missing.status, missing.body]).toEqual([404, { success: false, message: 'Order not found.' }])
    expect((await shop.call(token, `/orders/${old}`)).status).toBe(200)
  })

  it('a missing order returns 404 (ERR-016)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()

    expect((await shop.call(token, '/orders/999999')).status).toBe(404)
  })

  it("another store's token sees another store's orders", async () => {
    const shop = await makeShop()
    const other = await shop.openStore({ name: 'Other', regions: ['FR'] })
    const { token } = await shop.install({ into: other })

    const { body } = await shop.call(token, '/orders?pageSize=100')

    expect(body.items.length).toBeGreaterThan(0)
    expect(body.items.every(({ orderNumber }: { orderNumber: string }) => orderNumber.startsWith('OTHER-'))).toBe(true)
  })
})

describe('GET /orders/{id}', () => {
  it('returns the whole order with its lines (ORD-019 ORD-021 to ORD-042 SCOPE-005 SCOPE-009)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['orders.read', 'customers.read'] })
    const id = shop.orderIn('tr')
    const row = shop.db.prepare('SELECT * FROM orders WHERE id = ?').get(id)
    const lines = shop.db.prepare('SELECT * FROM order_items WHERE order_id = ? ORDER BY line').all(id)

    const { status, body } = await shop.call(token, `/orders/${id}`)

    expect(status).toBe(200)
    expect(orders.get.response.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      success: true,
      id,
      orderNumber: row?.['order_number'],
      status: row?.['status'],
      subtotal: Number(row?.['subtotal']),
      taxTotal: Number(row?.['tax_total']),
      grandTotal: Number(row?.['grand_total']),
      currency: row?.['currency'],
      createdAt: new Date(Number(row?.['created_at'])).toISOString(),
      billingAddress: JSON.parse(String(row?.['billing_address'])),
      shippingAddress: JSON.parse(String(row?.['shipping_address'])),
    })
    expect(body.items).toEqual(
      lines.map((line) => ({
        productId: line['product_id'],
        variantId: line['variant_id'],
        productName: line['product_name'],
        sku: line['sku'],
        quantity: line['quantity'],
        unitPrice: Number(line['unit_price']),
        totalPrice: Number(line['total_price']),
      })),
    )
  })

  // Listed one by one, so that each id stands beside its field.
  it.each([
    ['ORD-021', 'id', 'number'],
    ['ORD-022', 'orderNumber', 'string'],
    ['ORD-023', 'status', 'string'],
    ['ORD-024', 'subtotal', 'number'],
    ['ORD-025', 'taxTotal', 'number'],
    ['ORD-026', 'grandTotal', 'number'],
    ['ORD-027', 'currency', 'string'],
    ['ORD-028', 'createdAt', 'string'],
    ['ORD-029', 'customer.name', 'string'],
    ['ORD-030', 'customer.email', 'string'],
    ['ORD-031', 'billingAddress', 'object'],
    ['ORD-033', 'shippingAddress', 'object'],
    ['ORD-035', 'items', 'object'],
    ['ORD-036', 'items.0.productId', 'number'],
    ['ORD-037', 'items.0.variantId', 'object'],
    ['ORD-038', 'items.0.productName', 'string'],
    ['ORD-039', 'items.0.sku', 'string'],
    ['ORD-040', 'items.0.quantity', 'number'],
    ['ORD-041', 'items.0.unitPrice', 'number'],
    ['ORD-042', 'items.0.totalPrice', 'number'],
  ])('%s %s is a %s in JSON', async (_rule, path, type) => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['orders.read', 'customers.read'] })

    const { body } = await shop.call(token, `/orders/${shop.orderIn('tr')}`)

    const value = path.split('.').reduce((inner, key) => inner?.[key], body)
    expect(value).toBeDefined()
    expect(typeof value).toBe(type)
  })

  it('addresses are null without customers.read (ORD-032 ORD-034 GEN-024 GEN-025)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: plain })

    const { body } = await shop.call(token, `/orders/${shop.orderIn('tr')}`)

    expect([body.billingAddress, body.shippingAddress]).toEqual([null, null])
  })

  it('returns money and numbers in addresses digit for digit (GEN-012 P13 T23)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const id = shop.orderIn('tr')
    shop.db
      .prepare("UPDATE orders SET grand_total = '90071992547409930.10', shipping_address = ? WHERE id = ?")
      .run('{"door":9007199254740993,"__proto__":{"a":1}}', id)

    const text = await (await shop.api(token, `/orders/${id}`)).text()

    expect(text).toContain('"grandTotal":90071992547409930.10')
    expect(text).toContain('"door":9007199254740993')
    expect(text).toContain('"__proto__":{"a":1}')
    expect((await shop.call(token, `/orders/${id}`)).body.grandTotal).toEqual(new ExactNumber('90071992547409930.10'))
  })
})
