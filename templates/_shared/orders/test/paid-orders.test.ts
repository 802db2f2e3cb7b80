import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'

import { sql } from '../src/db.ts'
import { installsOf } from '../src/installs.ts'
import { addDecimals, isDecimal } from '../src/money.ts'
import { PlatformError } from '../src/platform-error.ts'
import { totalsOf } from '../src/totals.ts'
import { makeApp, TOKEN } from './support/make-app.ts'

const paid = (eventId: string, orderId: number) => ({ eventId, storeId: 1001, regionId: 7, data: { orderId } })

test('a paid order counts once, however often and at once its event comes', async () => {
  const { deliver, install, platform, send, openPanel } = await makeApp()
  await install()
  platform.orderTotals = { 1: '1.10', 2: '2.20' }

  await Promise.all(Array.from({ length: 20 }, () => deliver('order.paid', paid('e1', 1))))
  await deliver('order.paid', paid('e2', 2))

  const cookie = await openPanel()
  const text = await (await send('/panel/1001/7', { headers: { cookie } })).text()
  assert.match(text, /3\.30 TRY[\s\S]*2 orders/)
  assert.equal(platform.calls.find(({ name }) => name === 'order')?.access?.token, TOKEN)
})

test('an event whose order cannot be fetched is not taken, and counts when it comes again', async () => {
  const { deliver, install, platform, tools, logged } = await makeApp()
  await install()
  platform.trouble = new PlatformError(0, 'No answer from the platform.')

  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 503)
  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
  platform.trouble = new PlatformError(401, 'Unauthorized')
  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 503)
  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 503)
  platform.trouble = null
  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 200)

  assert.equal((await tools.db.rows(sql`SELECT * FROM paid_orders`)).length, 1)
  assert.equal(logged.filter((line) => line.includes('install.broken')).length, 1)
})

test('a refused region is no dead token: the install is not marked, and the event comes again', async () => {
  const { deliver, install, platform, tools } = await makeApp()
  await install({ regionId: null, regions: [7, 9].map((id) => ({ id, code: `R${id}`, currency: 'TRY' })) })
  Object.assign(platform, { order: async () => Promise.reject(new PlatformError(401, 'Unauthorized')) })

  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 503)

  assert.equal((await installsOf(tools, 1001))[0]?.brokenAt, null)
})

test('an install that was refused is marked no more once the platform takes its token', async () => {
  const { deliver, install, platform, tools } = await makeApp()
  await install()
  platform.trouble = new PlatformError(401, 'Unauthorized')
  await deliver('order.paid', paid('e1', 1))
  const marked = (await installsOf(tools, 1001))[0]?.brokenAt
  platform.trouble = null

  await deliver('order.paid', paid('e1', 1))

  assert.notEqual(marked, null)
  assert.equal((await installsOf(tools, 1001))[0]?.brokenAt, null)
})

test('the event and its effect are written together or not at all', async () => {
  const { deliver, install, tools } = await makeApp()
  await install()
  await tools.db.write([sql`DROP TABLE paid_counts`])

  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 503)

  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
})

test('totals are exact, negative and long amounts too, and cost no more with every order', async () => {
  const { deliver, install, platform, tools, logged } = await makeApp()
  await install()
  const amounts = ['9007199254740.15', '-1.1', '0.0000000001', '-0.5', '3', '1e3', '1234567890123456.00']
  platform.orderTotals = Object.fromEntries(amounts.map((amount, at) => [at + 1, amount]))
  for (const at of amounts.keys()) await deliver('order.paid', paid(`e${at}`, at + 1))
  const { rows } = tools.db
  const asked: string[] = []
  Object.assign(tools.db, {
    rows: async (statement: Parameters<typeof rows>[0]) => {
      asked.push(statement.text)
      return rows(statement)
    },
  })

  const totals = await totalsOf(tools.db, 1001, 7)

  assert.deepEqual(totals, [{ currency: 'TRY', orders: 5, total: '9007199254741.5500000001' }])
  assert.ok(!asked.join('').includes('paid_orders'))
  assert.equal(logged.filter((line) => line.includes('event.amount-unreadable')).length, 2)
})

test('what was counted before there were sums is in them', async () => {
  const db = new DatabaseSync(':memory:')
  const folder = join(import.meta.dirname, '../migrations')
  const run = (name: string) => db.exec(readFileSync(join(folder, name), 'utf8'))
  const [first = '', second = '', ...later] = readdirSync(folder).toSorted()
  for (const name of [first, second]) run(name)
  db.exec(
    "INSERT INTO paid_orders VALUES ('a', 1, 7, 'EUR', '10.50'), ('b', 1, 7, 'EUR', '-0.25'), ('c', 1, 7, 'TRY', '3')",
  )

  for (const name of later) run(name)

  assert.deepEqual(
    db.prepare('SELECT currency, orders, whole, fraction, places FROM paid_counts').all().map(Object.values),
    [
      ['EUR', 2, 10, 2500000000, 2],
      ['TRY', 1, 3, 0, 0],
    ],
  )
})

test('amounts are added exactly', () => {
  assert.equal(addDecimals('0.1', '0.2'), '0.3')
  assert.equal(addDecimals('-1', '0.01'), '-0.99')
  assert.ok(!isDecimal('1e3') && !isDecimal('') && isDecimal('12.345'))
})
