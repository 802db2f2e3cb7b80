import assert from 'node:assert/strict'
import { test } from 'node:test'

import { listTotals } from '../src/totals.ts'
import { TOKEN, makeApp, storeWide, type Delivery } from './support/make-app.ts'

const order = (id: number, grandTotal: string, currency: string) => ({
  status: 200,
  body: `{"id":${id},"orderNumber":"N${id}","status":"paid","grandTotal":${grandTotal},"currency":"${currency}","new":{}}`,
})

const totals = (db: Parameters<typeof listTotals>[0]) =>
  listTotals(db).map(({ regionId, currency, orders, total }) => `${regionId} ${currency} ${orders} ${total}`)

test('a signed event is taken and its order fetched with the token of its region', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  platform.seen.length = 0
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10.50', 'TRY'))

  const response = await deliver()

  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { ok: true, repeated: false })
  assert.equal(platform.seen[0]?.headers.authorization, `Bearer ${TOKEN}`)
  assert.equal(platform.seen[0]?.headers['x-region-id'], undefined)
  assert.deepEqual(totals(db), ['7 TRY 1 10.50'])
})

test('a store-wide token is pinned to the region of the event', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install(storeWide)
  platform.seen.length = 0
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '1', 'EUR'))

  await deliver({ regionId: 8 })
  await deliver({ regionId: null, eventId: 'evt-2' })

  assert.deepEqual(
    platform.seen.map(({ headers }) => headers['x-region-id']),
    ['8', '7'],
  )
  assert.deepEqual(totals(db), ['7 EUR 1 1', '8 EUR 1 1'])
})

test('amounts are summed exactly, by currency, and never across', async (t) => {
  const { install, deliver, platform, db, get } = await makeApp(t)
  await install()
  const orders: [number, string, string][] = [
    [1, '0.10', 'TRY'],
    [2, '0.20', 'TRY'],
    [3, '9007199254740993.15', 'EUR'],
    [4, '-1.1', 'EUR'],
  ]
  for (const [id, amount, currency] of orders) {
    platform.answers.set(`GET /api/apps/v1/orders/${id}`, order(id, amount, currency))
    await deliver({ eventId: `evt-${id}`, data: { orderId: id } })
  }

  assert.deepEqual(totals(db), ['7 EUR 2 9007199254740992.05', '7 TRY 2 0.30'])
  const page = await (await get('/')).text()
  assert.match(page, /0\.30/)
  assert.match(page, /9007199254740992\.05/)
  assert.equal(page.match(/<strong>\d+\.\d+ (TRY|EUR)</g)?.length, 2)
})

test('an event counts once, also when it comes again with a fresh timestamp', async (t) => {
  const { install, deliver, platform, db, clock } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
  await deliver()
  clock.now = new Date(clock.now.getTime() + 3_600_000)

  const again = await deliver()

  assert.equal(again.status, 200)
  assert.deepEqual(await again.json(), { ok: true, repeated: true })
  assert.deepEqual(totals(db), ['7 TRY 1 10'])
})

test('a hundred deliveries of one event at the same moment count once', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))

  const responses = await Promise.all(Array.from({ length: 100 }, () => deliver()))

  assert.ok(responses.every(({ status }) => status === 200))
  assert.deepEqual(totals(db), ['7 TRY 1 10'])
})

test('an event whose effect failed is not taken, so the retry finds it new', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  for (const status of [503, 429, 402]) {
    platform.answers.set('GET /api/apps/v1/orders/55', { status, body: '{}' })
    assert.equal((await deliver()).status, 503)
  }
  assert.equal(db.prepare('SELECT 1 FROM events').get(), undefined)

  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
  assert.equal((await deliver()).status, 200)
  assert.deepEqual(totals(db), ['7 TRY 1 10'])
})

test('id and effect are one transaction: when the effect cannot be written, the id is not either', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
  db.exec("CREATE TRIGGER full BEFORE INSERT ON paid_totals BEGIN SELECT RAISE(ABORT, 'disk full'); END")

  assert.equal((await deliver()).status, 503)
  assert.equal(db.prepare('SELECT 1 FROM events').get(), undefined)
})

for (const status of [401, 403, 404]) {
  test(`an order that the platform refuses with ${status} is noted and not counted`, async (t) => {
    const { install, deliver, platform, db } = await makeApp(t)
    await install()
    platform.answers.set('GET /api/apps/v1/orders/55', { status, body: '{}' })

    assert.equal((await deliver()).status, 200)
    assert.deepEqual(totals(db), [])
  })
}

test('a test event is noted and counts nothing', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))

  assert.equal((await deliver({ eventId: 'test:1' })).status, 200)
  assert.equal(db.prepare('SELECT event_id FROM events').get()?.['event_id'], 'test:1')
  assert.deepEqual(totals(db), [])
})

test('a body with nothing but the three documented fields is taken', async (t) => {
  const { install, deliver } = await makeApp(t)
  await install()

  assert.equal((await deliver({ text: '{"eventId":"e","storeId":1001,"regionId":7}' })).status, 200)
})

test('the raw bytes are verified: odd whitespace, key order and unknown fields do no harm', async (t) => {
  const { deliver } = await makeApp(t)

  const text = '\n{ "new" : [1,\t2],  "regionId":7 ,"storeId" :1001,"eventId":"\\u0065vt" }\n'
  assert.equal((await deliver({ text })).status, 200)
})

const refused: [string, Delivery, string][] = [
  [
    'a body that was written again after signing',
    { text: '{ "eventId":"e","storeId":1001 }', sent: '{"eventId":"e","storeId":1001}' },
    'signature-mismatch',
  ],
  ['a signature of somebody else', { headers: { 'X-Service-Hmac-Sha256': 'ab'.repeat(32) } }, 'signature-mismatch'],
  ['a signature of 63 characters', { headers: { 'X-Service-Hmac-Sha256': 'a'.repeat(63) } }, 'signature-malformed'],
  ['a signature of 65 characters', { headers: { 'X-Service-Hmac-Sha256': 'a'.repeat(65) } }, 'signature-malformed'],
  ['another topic than the signed one', { headers: { 'X-Service-Topic': 'order.refunded' } }, 'signature-mismatch'],
  ['another store than the signed one', { headers: { 'X-Service-Store': '1002' } }, 'signature-mismatch'],
  ['a store code', { headers: { 'X-Service-Store': 'demo' } }, 'store-malformed'],
  ['a delivery of 301 seconds ago', { offset: -301 }, 'too-old'],
  ['a delivery from 301 seconds ahead', { offset: 301 }, 'too-new'],
]

for (const [what, event, reason] of refused) {
  test(`${what} is refused and has no effect`, async (t) => {
    const { install, deliver, db, platform } = await makeApp(t)
    await install()
    platform.seen.length = 0

    const response = await deliver(event)

    assert.equal(response.status, 401)
    assert.deepEqual(await response.json(), { error: reason })
    assert.equal(db.prepare('SELECT 1 FROM events').get(), undefined)
    assert.equal(platform.seen.length, 0)
  })
}

for (const offset of [-300, -299, 299, 300]) {
  test(`a delivery ${offset} seconds from now is taken`, async (t) => {
    const { deliver } = await makeApp(t)

    assert.equal((await deliver({ offset })).status, 200)
  })
}

test('a body of more than 1 MiB is refused, announced or not', async (t) => {
  const { deliver, app } = await makeApp(t)
  const big = 'x'.repeat(1024 * 1024 + 1)
  const stream = new Blob([big]).stream()

  assert.equal((await deliver({ sent: big })).status, 413)
  const unannounced = new Request('http://127.0.0.1:3000/webhooks', {
    method: 'POST',
    body: stream,
    duplex: 'half',
  } as RequestInit)
  assert.equal((await app.request(unannounced)).status, 413)
})

for (const text of [
  '',
  'null',
  '[]',
  '{"storeId":1001}',
  '{"eventId":"e","storeId":"1001"}',
  '{"eventId":"e","storeId":2}',
  '{"eventId":"","storeId":1001}',
]) {
  test(`a signed body that is no event (${text}) is refused with 400`, async (t) => {
    const { deliver } = await makeApp(t)

    assert.equal((await deliver({ text })).status, 400)
  })
}

test('app.uninstalled marks the install when its token is dead, and forgets the token', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  await install({ region_id: 8 })
  platform.answers.set('GET /api/apps/v1/context', { status: 401, body: '{}' })

  await deliver({ topic: 'app.uninstalled', data: {} })

  const rows = db.prepare('SELECT region_id, token, removed_at FROM installs ORDER BY region_id').all()
  assert.deepEqual(
    rows.map(({ token, removed_at }) => [token === null, removed_at === null]),
    [
      [true, false],
      [false, true],
    ],
  )
})

test('a late app.uninstalled does not end a newer install', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/context', { status: 200, body: '{}' })

  assert.equal((await deliver({ topic: 'app.uninstalled', data: {} })).status, 200)
  assert.equal(db.prepare('SELECT removed_at FROM installs').get()?.['removed_at'], null)
})

test('an event of a region without an install uses no other region’s token', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install({ region_id: 8 })
  platform.seen.length = 0

  assert.equal((await deliver({ regionId: 7 })).status, 200)
  assert.equal(platform.seen.length, 0)
  assert.deepEqual(totals(db), [])
})

test('a topic or id of a delivery cannot write into the log', async (t) => {
  const { deliver, lines } = await makeApp(t)

  await deliver({ text: JSON.stringify({ eventId: 'a\u001b[31m\nb', storeId: 1001 }) })

  assert.ok(lines.join('').length > 0)
  assert.ok([...lines.join('')].every((char) => char >= ' '))
})
