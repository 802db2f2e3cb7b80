import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql, type Db } from '../src/db.ts'
import { makeApp } from './support/make-app.ts'

const paid = { eventId: 'e1', storeId: 1001, regionId: 7, data: { orderId: 1 } }

/** How often the order was counted. */
async function counted(db: Db): Promise<number> {
  const [row] = await db.rows(sql`SELECT sum(orders) AS orders FROM paid_counts`)
  return Number(row?.['orders'] ?? 0)
}

/** The isolate ends here: what it waits for never comes. */
const killed = (): Promise<never> => new Promise(() => {})

test('killed while it fetches the order: nothing is written, and the next delivery counts', async () => {
  const { deliver, install, platform, tools } = await makeApp()
  await install()
  const { order } = platform
  const asked = Promise.withResolvers<void>()
  Object.assign(platform, {
    order: () => {
      asked.resolve()
      return killed()
    },
  })

  void deliver('order.paid', paid)
  await asked.promise
  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
  Object.assign(platform, { order })

  assert.deepEqual(await (await deliver('order.paid', paid)).json(), { ok: true, repeated: false })
  assert.equal(await counted(tools.db), 1)
})

test('killed within the transaction: neither the event nor its effect is there', async () => {
  const { deliver, install, tools } = await makeApp()
  await install()
  const { write } = tools.db
  // The last statement fails after the others have run.
  Object.assign(tools.db, {
    write: (list: Parameters<Db['write']>[0]) => write([...list, sql`INSERT INTO nowhere VALUES (1)`]),
  })

  assert.equal((await deliver('order.paid', paid)).status, 503)
  Object.assign(tools.db, { write })

  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
  assert.equal(await counted(tools.db), 0)
  assert.equal((await deliver('order.paid', paid)).status, 200)
  assert.equal(await counted(tools.db), 1)
})

test('killed before the answer is out: the event comes again and counts no second time', async () => {
  const { deliver, install, tools } = await makeApp()
  await install()

  // Nobody sees this answer.
  await deliver('order.paid', paid)

  assert.deepEqual(await (await deliver('order.paid', paid)).json(), { ok: true, repeated: true })
  assert.equal(await counted(tools.db), 1)
})
