import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import type { RowChange, StoreChanges } from '../../../src/control/changes.ts'
import { makeEmulator, type MakeEmulatorOptions } from '../../support/emulator.ts'

async function makeStore(options: MakeEmulatorOptions = {}) {
  const platform = makeEmulator(options)
  const app = await platform.registerApp({ webhook_url: 'http://127.0.0.1:9/hooks', webhook_topics: ['order.paid'] })
  const opened = await platform.openStore({ appKey: app.appKey })
  const remember = async () => (await platform.control<{ at: string }>('POST', '/stores/demo/checkpoint', {})).at
  const changes = () => platform.control<StoreChanges>('GET', '/stores/demo/changes')
  const act = (path: string, body: unknown = {}) => platform.control('POST', `/stores/demo/${path}`, body)
  return { ...platform, app, opened, remember, changes, act }
}

/** Each change as one line. */
function lines({ changes }: StoreChanges): string[] {
  return changes.map(({ table, key, change, columns }: RowChange) => {
    const values = columns.map(({ column, before, after }) => `${column} ${String(before)} > ${String(after)}`)
    return `${table} ${key.join(',')} ${change}${change === 'changed' ? `: ${values.join(', ')}` : ''}`
  })
}

it('lists nothing before the first checkpoint or without changes', async () => {
  const { remember, changes, clock } = await makeStore()

  const before = await changes()
  const at = await remember()

  expect(before).toEqual({ since: null, changes: [], truncated: [] })
  expect(await changes()).toEqual({ since: at, changes: [], truncated: [] })
  expect(at).toBe(clock.now().toISOString())
})

it('lists rows added, changed and removed since the checkpoint, with both values, in store and registry', async () => {
  const { remember, changes, act, app, opened, installApp, control } = await makeStore()
  await installApp({ app, store: opened, region: 'de' })
  await act('orders/29/ship')
  await remember()

  await act('orders', { region: 'de', paid: true })
  await act('orders/40/ship')
  await act('products/1/stock', { quantity: '5' })
  await act('products/1/stock', { quantity: '6' })
  await act('shipping-profiles/1/remove')
  await act('regions/gb/deactivate')
  const found = await changes()

  const told = lines(found)
  expect(told).toContain('orders 40 changed: status paid > shipped')
  expect(told).toContainEqual(expect.stringMatching(/^stock 1,0,1 changed: quantity \d+ > 6$/))
  expect(told).toContain('shipping_profiles 1 removed')
  expect(told).toContain('regions 3 changed: active true > false')
  expect(told).toEqual(expect.arrayContaining(['orders 41 added', 'order_items 41,1 added', 'deliveries 1 added']))
  expect(told.filter((line) => line.startsWith('events'))).toHaveLength(3)
  expect(told.filter((line) => line.startsWith('orders 29'))).toEqual([])
  const removed = found.changes.find(({ table }) => table === 'shipping_profiles')
  expect(removed?.columns).toContainEqual({ column: 'name', before: expect.any(String), after: null })
  // An order that is added and an order that another store adds.
  await control('POST', '/stores', { name: 'Other', seed: 'small' })
  await control('POST', '/stores/other/orders', { paid: true })
  expect(lines(await changes())).toEqual(told)
})

it('a reverted change is not listed, nor is a row that was added and removed', async () => {
  const { remember, changes, act, opened, emulator } = await makeStore()
  const db = emulator.context.storeDb(opened.store.id)
  const { quantity } = db.prepare('SELECT quantity FROM stock WHERE product_id = 1').get() ?? {}
  await remember()

  await act('products/1/stock', { quantity: '123456' })
  const during = lines(await changes()).filter((line) => line.startsWith('stock'))
  await act('products/1/stock', { quantity: String(quantity) })
  const { id } = await act('shipping-profiles', { name: 'Night' })
  await act(`shipping-profiles/${String(id)}/remove`)

  expect(during).toHaveLength(1)
  // The product itself was touched, which the delta shows.
  expect(lines(await changes()).map((line) => line.replace(/ \S+ > \S+$/, ''))).toEqual([
    'products 1 changed: updated_at',
  ])
})

it('a rejected change is not listed, and a new checkpoint starts from the current state', async () => {
  const { remember, changes, act, clock } = await makeStore()
  await remember()

  await expect(act('orders/39/ship')).rejects.toThrow(/409/)
  expect(lines(await changes())).toEqual([])
  await act('orders/40/ship')
  clock.advance(1000)
  const at = await remember()

  expect(await changes()).toEqual({ since: at, changes: [], truncated: [] })
})

it('a checkpoint survives an emulator restart, and a reset deletes it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-changes-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const first = await makeStore({ dir })
  const at = await first.remember()
  await first.act('orders/40/ship')
  await first.emulator.close()

  const again = makeEmulator({ dir })
  const changes = () => again.control<StoreChanges>('GET', '/stores/demo/changes')
  await again.control('POST', '/stores/demo/orders/39/refund', {})
  const found = await changes()
  await again.control('POST', '/reset', {})
  await again.control('POST', '/stores', { name: 'Demo', seed: 'none' })

  expect(found.since).toBe(at)
  expect(lines(found)).toEqual(
    expect.arrayContaining([
      'orders 40 changed: status paid > shipped',
      'orders 39 changed: status delivered > refunded, payment_status paid > refunded',
    ]),
  )
  expect((await changes()).since).toBeNull()
})

it('lists part of very many changes and reports the truncated tables', async () => {
  const { remember, changes, emulator, opened } = await makeStore()
  const db = emulator.context.storeDb(opened.store.id)
  await remember()

  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO customers (id, name, email) SELECT 1000 + i, 'Zoe', 'zoe@example.com' FROM n`)
  const { truncated, changes: told } = await changes()

  expect([truncated, told.length]).toEqual([['customers'], 500])
})

it('every change by an app is listed, whatever the conflict clause of its statement', async () => {
  const { remember, changes, emulator, opened } = await makeStore()
  const db = emulator.context.storeDb(opened.store.id)
  db.exec("INSERT INTO adoptions VALUES (1, 'app.a.b', 'r', '12345678', 5)")
  await remember()

  for (const gtin of ['22222222', '33333333'])
    db.exec(`INSERT OR REPLACE INTO adoptions VALUES (1, 'app.a.b', 'r', '${gtin}', 5)`)

  expect(lines(await changes())).toEqual(['adoptions 1 changed: gtin 12345678 > 33333333'])
})
