import { expect, it } from 'vitest'

import { d1 } from '../../../src/kit/d1.ts'
import { sql } from '../../../src/kit/kit.ts'
import { d1OnSqlite } from './d1-on-sqlite.ts'
import { sample } from './sample-worker.ts'
import { startWorker } from './start-worker.ts'

const tables = `CREATE TABLE notes (value TEXT NOT NULL);
  CREATE TABLE paid_orders (event_id TEXT PRIMARY KEY, store_id INTEGER, currency TEXT, total TEXT);`

const startSample = () => startWorker(sample, tables)

it('writes the effect of an event and its id as one batch, before the response and once (K2 HOOK-018)', async () => {
  const { platform, deliver, values } = await startSample()
  const order = await platform.control.placeOrder({ paid: true })
  await platform.events.waitFor('order.paid', { of: order })
  const copies = await Promise.all(
    Array.from({ length: 20 }, () => deliver({ eventId: 'evt_d1', data: { orderId: order.id } })),
  )

  expect(copies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(values('SELECT event_id FROM paid_orders')).toHaveLength(2)
  expect(values('SELECT store_id FROM svcapp_installs')).toEqual([String(platform.store.id)])
})

it('runs hooks, jobs and an uninstall by the clock of the runtime (K7)', async () => {
  const { platform, deliver, values, tick } = await startSample()
  await deliver({})
  const before = values('SELECT value FROM notes')

  await tick()
  const after = values('SELECT value FROM notes ORDER BY value')
  await platform.control.uninstall()
  await platform.events.waitFor('app.uninstalled')
  await tick()

  expect(before).toEqual(['no order'])
  expect(after).toEqual([`installed ${platform.store.id}`, 'later', 'no order'])
  expect(values('SELECT token, removed_at IS NULL FROM svcapp_installs')).toEqual([' 0'])
  expect(values('SELECT count(*) FROM svcapp_jobs')).toEqual(['0'])
})

it('opens the panel, and writes the result of an action', async () => {
  const { platform, values } = await startSample()
  const opened = await fetch(await platform.panelUrl(), { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const path = new URL(opened.headers.get('location') ?? '', platform.app.url)
  const page = await (await fetch(path, { headers: { cookie } })).text()
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, a = '', b = '']) => [a, b] as [string, string],
  )

  const saved = await fetch(`${path.href}/save`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams([...fields, ['note', 'mine']]),
  })

  expect(saved.status).toBe(303)
  expect(values('SELECT value FROM notes')).toEqual(['mine'])
})

it('responds with 503 to an event whose handler returns a function, because D1 has no transactions', async () => {
  const { deliver, values } = await startSample()

  expect((await deliver({ topic: 'order.created' })).status).toBe(503)
  expect(values('SELECT value FROM notes')).toEqual([])
})

it('writes nothing from a transaction whose first statement changes no row (K2)', async () => {
  const { binding, db } = d1OnSqlite(tables)
  const database = d1(binding)
  await expect(
    database.transaction(async (tx) => {
      await tx.must(sql`UPDATE notes SET value = ${'x'} WHERE value = ${'missing'}`)
      await tx.write(sql`INSERT INTO notes (value) VALUES (${'y'})`)
    }),
  ).rejects.toThrow()

  expect(db.prepare('SELECT * FROM notes').all()).toEqual([])
  await database.batch([sql`INSERT INTO paid_orders (event_id, store_id) VALUES (${'big'}, ${2n ** 60n})`])
  expect(db.prepare('SELECT typeof(store_id) AS type FROM paid_orders').all()).toMatchObject([{ type: 'integer' }])
})

it('explains how to create the tables if D1 has none', async () => {
  const { binding, db } = d1OnSqlite('')
  db.exec('DROP TABLE svcapp_schema')

  expect(await d1(binding).trouble()).toMatch(/npx svcapp-kit migrations --d1/)
})
