import { expect, it } from 'vitest'

import { atThisSpeed, processorTime } from '../../support/machine/machine-load.ts'
import { makeShop } from './shop.ts'

const order = { externalOrderId: 'M-1', items: [{ productId: 1, quantity: 1 }] }

it.each([
  ['nothing', ''],
  ['text', 'not json'],
  ['half a document', '{"externalOrderId":'],
  ['two documents', '{}{}'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '7'],
  ['snake case', '{"external_order_id":"x","items":[{"product_id":1,"quantity":1}]}'],
  ['a prototype in its way', '{"__proto__":{"externalOrderId":"x","items":[{"productId":1,"quantity":1}]}}'],
  ['a hundred thousand lists in each other', '['.repeat(100_000) + ']'.repeat(100_000)],
])('a body of %s returns 400 with a message and never 500 (GEN-028 GEN-029 T23)', async (_name, body) => {
  const shop = await makeShop()
  const { token } = await shop.install()

  const { status, body: answer } = await shop.send(token, 'POST /orders', body)

  expect([status, answer.success, typeof answer.message]).toEqual([400, false, 'string'])
  expect(({} as Record<string, unknown>)['externalOrderId']).toBeUndefined()
})

it('a body that is not UTF-8 returns 400 (T23)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()
  const body = Buffer.concat([Buffer.from('{"externalOrderId":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])

  const { status } = await shop.call(token, '/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })

  expect(status).toBe(400)
})

it.each([
  ['as a field', '"__proto__":{"status":"A"}'],
  ['as an attribute', '"attributes":{"__proto__":"x"}'],
  ['on an axis', '"variants":[{"combination":{"a":"1","__proto__":"b"}}]'],
  ['written otherwise', String.raw`"attributes":{"\u005f_proto__":"x"}`],
])('__proto__ %s is rejected, and not silently dropped (T23 PROD-039)', async (_name, fields) => {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: ['products.write'] })

  const { status, body } = await shop.send(token, 'POST /products', `{"externalRef":"r","title":"t",${fields}}`)

  expect([status, body.message]).toEqual([400, 'The body has a field named __proto__.'])
})

it.each([
  ['a first half alone', 400, String.raw`"externalRef":"r\ud800","title":"t"`],
  ['a second half alone', 400, String.raw`"externalRef":"r\udc00","title":"t"`],
  ['half a pair deep inside', 400, String.raw`"externalRef":"r","title":"t","images":[{"url":"\uDBFF"}]`],
  ['half a pair in a key', 400, String.raw`"externalRef":"r","title":"t","attributes":{"\ud800":"x"}`],
  ['a whole pair', 200, String.raw`"externalRef":"\ud83d\ude00","title":"t"`],
  ['an escaped backslash before it', 200, String.raw`"externalRef":"\\ud800","title":"t"`],
])('a body with %s returns %i (T23 PROD-039)', async (_name, status, fields) => {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: ['products.write'] })
  const products = () => shop.db.prepare('SELECT count(*) AS n FROM products').get()?.['n']
  const before = Number(products())

  const answer = await shop.send(token, 'POST /products', `{${fields}}`)

  expect([answer.status, Number(products()) - before]).toEqual([status, status === 200 ? 1 : 0])
  if (status === 400)
    expect(answer.body).toEqual({ success: false, message: 'The body has text that is not valid Unicode.' })
})

it.each([
  ['multipart/form-data; boundary=x', 400],
  ['application/x-www-form-urlencoded', 400],
  ['text/plain', 400],
  ['application/jsonp', 400],
  ['x-application/json', 400],
  ['text/plain; as=application/json', 400],
  ['application/json; charset=utf-8', 200],
  ['APPLICATION/JSON', 200],
])('a write with Content-Type %s returns %i (GEN-028 GEN-031)', async (type, status) => {
  const shop = await makeShop()
  const { token } = await shop.install()

  expect((await shop.send(token, 'POST /orders', order, { 'Content-Type': type })).status).toBe(status)
})

it.each<[string, string | Uint8Array<ArrayBuffer>, string | null, string]>([
  ['no type', new Uint8Array([123, 125]), null, 'The body must be JSON, with Content-Type: application/json.'],
  ['another type', '{}', 'text/plain', 'The body must be JSON, with Content-Type: application/json.'],
  ['no JSON', '{', 'application/json', 'The body is not valid JSON.'],
  ['no object', '[]', 'application/json', 'The body must be a JSON object.'],
  ['no key', '{"items":[]}', 'application/json', 'externalOrderId is missing or invalid.'],
  [
    'a wrong field deep inside',
    '{"externalOrderId":"M-1","items":[{"productId":1,"quantity":1},{"productId":1,"quantity":"1"}]}',
    'application/json',
    'items.1.quantity is missing or invalid.',
  ],
])('GEN-028 ERR-023 a body of %s is refused with words that say so', async (_name, body, type, message) => {
  const shop = await makeShop()
  const { token } = await shop.install()
  const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type }

  const answer = await shop.call(token, '/orders', { method: 'POST', headers, body })

  expect([answer.status, answer.body]).toEqual([400, { success: false, message }])
})

it.each(['k3y', 'x y', '<b>', 'a'.repeat(41), '1', ''])(
  'an error does not repeat the caller-chosen name %j, and reports its position instead (P13)',
  async (name) => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['products.write'] })
    const attribute = { key: 'colour', attrType: 'attribute', sortOrder: 1, label: 'Colour', labels: { [name]: 7 } }

    const { body } = await shop.send(token, 'POST /attributes', { items: [attribute] })

    expect(body.results).toMatchObject([{ message: 'labels is missing or invalid.' }])
  },
)

it('an internal emulator error returns a 500 that reports it, and its log has the location', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()
  shop.db.exec('DROP TABLE order_items')

  const { status, body } = await shop.call(token, `/orders/${shop.orderIn('tr')}`)

  expect([status, body.message]).toEqual([500, 'The emulator failed. Its log has the details.'])
  const { entries } = await shop.control<{ entries: { code: string; message: string; details: object }[] }>(
    'GET',
    '/log',
  )
  expect(entries).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      code: 'api.bug',
      message: expect.stringContaining('order_items'),
      details: { stack: expect.stringContaining('orders.ts') },
    }),
  )
})

it('parses a hundred thousand keys in time (T23)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()
  const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]))

  const passed = processorTime()
  const { status } = await shop.send(token, 'POST /orders', { ...order, ...keys })

  expect([status, passed() < atThisSpeed(2000)]).toEqual([200, true])
})

it('responses are JSON with camelCase names, and errors have success, message and nothing else (GEN-029 ERR-023 N8)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()

  for (const path of [
    '/context',
    '/orders',
    `/orders/${shop.orderIn('tr')}`,
    '/products',
    '/warehouses',
    '/tax-rules',
  ]) {
    const { body, headers } = await shop.call(token, path)
    const names = [...JSON.stringify(body).matchAll(/"([^"]+)":/g)].map(([, name]) => name)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name ?? ''))).toEqual([])
    // GEN-036: every object says success, a bare array cannot.
    expect(body.success).toBe(true)
  }
  const refused = await shop.call(token, '/orders/999999')
  expect(refused.body).toEqual({ success: false, message: 'Order not found.' })
  expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

it('an error message repeats nothing from the request (P13)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()

  const { body } = await shop.send(token, 'POST /orders', { ...order, externalStatus: '<script>alert(1)</script>' })

  expect(JSON.stringify(body)).not.toContain('script')
  expect(body.message).toContain('externalStatus')
})

it('the exchange is outside the prefix and missing under it (VER-002)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()

  expect((await shop.send(token, 'POST /oauth/token', {})).status).toBe(404)
})
