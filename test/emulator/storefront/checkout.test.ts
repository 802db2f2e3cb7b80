import { describe, expect, it } from 'vitest'

import { hiddenFields, makeShop } from './support/shop.ts'

const buyer = {
  email: 'ada@example.com',
  name: 'Ada Example',
  line1: '1 Example Street',
  postalCode: '10115',
  city: 'Berlin',
  phone: '',
}

/** A visitor whose German cart has two mugs and a backpack. */
const atCheckout = async () => {
  const shop = await makeShop()
  await shop.post('/demo/de/cart', { product_id: '4', quantity: '2' })
  await shop.post('/demo/de/cart', { product_id: '2', quantity: '1' })
  const fields = { ...hiddenFields(await shop.text('/demo/de/checkout')), ...buyer }
  return { ...shop, fields, place: (more = {}) => shop.post('/demo/de/orders', { ...fields, ...more }) }
}

describe('the checkout', () => {
  it('places a real order with prices and tax of the region, stock reduction, order.created and order.paid (GEN-011 EVT-012)', async () => {
    const { place, orders, db, stockOf, text } = await atCheckout()
    const before = stockOf(4)

    const answer = await place()

    const [order] = orders()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/demo/de/orders/${String(order?.['id'])}`])
    expect(orders()).toHaveLength(41)
    expect(order).toMatchObject({ currency: 'EUR', status: 'paid', payment_status: 'paid', order_source: 'web' })
    const lines = db.prepare('SELECT * FROM order_items WHERE order_id = ? ORDER BY line').all(Number(order?.['id']))
    expect(lines).toMatchObject([
      { product_id: 4, quantity: 2 },
      { product_id: 2, quantity: 1 },
    ])
    expect(stockOf(4)).toBe(before - 2)
    expect(JSON.parse(String(order?.['shipping_address']))).toEqual({
      name: 'Ada Example',
      line1: '1 Example Street',
      city: 'Berlin',
      postalCode: '10115',
      countryCode: 'DE',
    })
    expect(db.prepare('SELECT name, email FROM customers WHERE id = ?').get(Number(order?.['customer_id']))).toEqual({
      name: 'Ada Example',
      email: 'ada@example.com',
    })
    const events = db.prepare('SELECT topic FROM events ORDER BY id').all()
    expect(events.map(({ topic }) => topic)).toEqual(['order.created', 'order.paid'])
    const page = await text(answer.headers.get('location') ?? '')
    expect(page).toContain(String(order?.['order_number']))
    expect(page).toContain(`${String(order?.['grand_total'])} EUR`)
    expect(await text('/demo/de/cart')).toContain('Your cart is empty.')
  })

  it('sends order.created for an order that is not paid immediately, and no payment event (EVT-012)', async () => {
    const { place, orders, db } = await atCheckout()

    await place({ payment: 'unpaid' })

    expect(orders()[0]).toMatchObject({ payment_status: 'unpaid' })
    const events = db.prepare('SELECT topic FROM events').all()
    expect(events.map(({ topic }) => topic)).toEqual(['order.created'])
  })

  it('places one order for a form that is sent twice, and none for a page reload', async () => {
    const { place, orders, text } = await atCheckout()

    const [first, again] = [await place(), await place()]
    const to = first.headers.get('location') ?? ''
    for (let at = 0; at < 2; at++) await text(to)

    expect(again.headers.get('location')).toBe(to)
    expect(orders()).toHaveLength(41)
  })

  it('reuses a known customer with the same name and email', async () => {
    const { place, post, text, orders } = await atCheckout()
    await place()
    await post('/demo/de/cart', { product_id: '4', quantity: '1' })
    await post('/demo/de/orders', { ...hiddenFields(await text('/demo/de/checkout')), ...buyer })

    expect(orders()[0]?.['customer_id']).toBe(orders()[1]?.['customer_id'])
  })

  it.each([
    ['email', 'ada', 'Enter an email address with a name, an @ and a domain.'],
    ['email', '', 'Email is missing.'],
    ['city', '   ', 'City is missing.'],
    ['name', 'x'.repeat(201), 'Full name has more than 200 characters.'],
    ['line1', 'a\u0007b', 'Street and number has unprintable characters.'],
  ])('rejects %s %j with a message and keeps the typed values', async (name, value, words) => {
    const { place, orders } = await atCheckout()

    const answer = await place({ phone: '+49 30 "1"', payment: 'unpaid', [name]: value })

    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain(words)
    expect(page).toContain('value="+49 30 &quot;1&quot;"')
    expect(page).toMatch(/value="unpaid"\s+checked/)
    expect(orders()).toHaveLength(40)
  })

  it('reports a product that was deleted meanwhile, and orders the rest only after the visitor has seen it', async () => {
    const { place, orders, control, text, fields, post } = await atCheckout()
    await control('POST', '/stores/demo/products/4/delete')

    const refused = await place()
    const page = await refused.text()
    const cart = await text('/demo/de/cart')

    expect(refused.status).toBe(409)
    expect(page).toContain('Stoneware mug is no longer available')
    expect(page).toContain('value="Ada Example"')
    expect(cart).toContain('Stoneware mug is no longer available')
    expect(orders()).toHaveLength(40)

    await post('/demo/de/orders', { ...fields, ...hiddenFields(page) })
    expect(orders()).toHaveLength(41)
  })

  it('does not place an order at a price that was not shown', async () => {
    const { place, orders, db } = await atCheckout()
    db.exec("UPDATE prices SET price = '999.00' WHERE product_id = 4")

    expect((await place()).status).toBe(409)
    expect(orders()).toHaveLength(40)
  })

  it('places no order from an empty cart, and redirects to it', async () => {
    const { post, open, orders } = await makeShop()

    const checkout = await open('/demo/de/checkout')
    const answer = await post('/demo/de/orders', buyer)

    expect([checkout.status, checkout.headers.get('location')]).toEqual([303, '/demo/de/cart'])
    expect(await answer.text()).toContain('Your cart is empty.')
    expect(orders()).toHaveLength(40)
  })

  it('orders the selected variant at its price and from its stock', async () => {
    const { db, post, text, orders, registerApp, store, control, installApp, api } = await makeShop()
    const app = await registerApp({ requested_scopes: ['products.read', 'products.write'] })
    await control('POST', `/apps/${app.appKey}/test-stores`, { code: store.code })
    const { token } = await installApp({ app, store, region: 'de' })
    const written = await api(token, '/products', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        externalRef: 'shirt',
        title: 'Shirt',
        status: 'A',
        variants: [
          { combination: { size: 's' }, price: 20, stock: 5, sku: 'SHIRT-S' },
          { combination: { size: 'm' }, price: 22.5, stock: 5, sku: 'SHIRT-M' },
        ],
      }),
    })
    expect(written.status).toBe(200)
    const shirt = db.prepare("SELECT id FROM products WHERE name = 'Shirt'").get()
    const page = await text(`/demo/de/products/${String(shirt?.['id'])}`)
    const variant = /<option value="(\d+)"[^>]*>\s*[^<]*22,50\s€/.exec(page)?.[1] ?? ''

    const unchosen = await post('/demo/de/cart', { product_id: String(shirt?.['id']), quantity: '1' })
    await post('/demo/de/cart', { product_id: String(shirt?.['id']), variant_id: variant, quantity: '2' })
    await post('/demo/de/orders', { ...hiddenFields(await text('/demo/de/checkout')), ...buyer })

    expect(unchosen.status).toBe(400)
    expect(await unchosen.text()).toContain('Choose a variant.')
    const line = db.prepare('SELECT * FROM order_items WHERE order_id = ?').get(Number(orders()[0]?.['id']))
    expect(line).toMatchObject({
      variant_id: Number(variant),
      sku: 'SHIRT-M',
      unit_price: '22.5',
      total_price: '45.00',
    })
    const stock = db.prepare('SELECT sum(quantity) AS n FROM stock WHERE variant_id = ?').get(Number(variant))
    expect(stock?.['n']).toBe(3)
  })

  it('accepts an order of one product by its form fields alone, as scripts send it (APP-020)', async () => {
    const { post, orders } = await makeShop()

    const answer = await post('/demo/de/orders', { product_id: '4', quantity: '2' })

    expect(answer.headers.get('location')).toBe(`/demo/de/orders/${String(orders()[0]?.['id'])}`)
    expect(orders()[0]).toMatchObject({ currency: 'EUR', status: 'paid' })
    expect(orders()[0]?.['customer_id']).not.toBeNull()
  })

  it.each([
    ['a product that is not sold here', { product_id: '999', quantity: '1' }],
    ['no quantity', { product_id: '1', quantity: '' }],
    ['a quantity of 0', { product_id: '1', quantity: '0' }],
  ])('rejects %s and places no order', async (_what, fields) => {
    const { post, orders } = await makeShop()

    expect((await post('/demo/tr/orders', fields)).status).toBe(400)
    expect(orders()).toHaveLength(40)
  })

  it('rejects a form from another site and places no order (T8)', async () => {
    const { open, orders, fields } = await atCheckout()

    const answer = await open('/demo/de/orders', {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams(fields),
    })

    expect([answer.status, orders().length]).toEqual([403, 40])
  })

  it('shows an order to any visitor with its address, without the customer, and only in its region', async () => {
    const { place, visitor, open } = await atCheckout()
    const to = (await place()).headers.get('location') ?? ''

    const page = await visitor().text(to)

    expect(page).toContain('Thank you')
    expect(page).not.toContain('Ada')
    expect((await open(to.replace('/de/', '/tr/'))).status).toBe(404)
  })

  it('places an order of 500 lines', async () => {
    const { post, text, db, orders } = await makeShop()
    db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501)
      INSERT INTO products (id, name, status, created_at, updated_at) SELECT 1000 + i, 'Pin ' || i, 'A', 1, 1 FROM n;
      INSERT INTO prices (product_id, region_id, price)
      SELECT p.id, c.region_id, '0.10' FROM products p JOIN prices c ON c.product_id = 4 WHERE p.id > 1000`)
    for (let at = 1; at <= 500; at++) await post('/demo/de/cart', { product_id: String(1000 + at), quantity: '1' })

    const more = await post('/demo/de/cart', { product_id: '1501', quantity: '1' })
    await post('/demo/de/orders', { ...hiddenFields(await text('/demo/de/checkout')), ...buyer })

    expect(more.status).toBe(400)
    expect(await more.text()).toContain('A cart can contain at most 500 different products.')
    const { n } =
      db.prepare('SELECT count(*) AS n FROM order_items WHERE order_id = ?').get(Number(orders()[0]?.['id'])) ?? {}
    expect([n, orders()[0]?.['subtotal']]).toEqual([500, '50.00'])
  })
})
