import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from '../src/db.ts'
import { addDecimals, isDecimal } from '../src/money.ts'
import { PlatformError } from '../src/platform-error.ts'
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

test('the event and its effect are written together or not at all', async () => {
  const { deliver, install, tools } = await makeApp()
  await install()
  await tools.db.write([sql`DROP TABLE paid_counts`])

  assert.equal((await deliver('order.paid', paid('e1', 1))).status, 503)

  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
})

test('amounts are added exactly', () => {
  assert.equal(addDecimals('0.1', '0.2'), '0.3')
  assert.equal(addDecimals('-1', '0.01'), '-0.99')
  assert.ok(!isDecimal('1e3') && !isDecimal('') && isDecimal('12.345'))
})
