import type { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import { limits } from '../../src/catalog/limits.ts'
import { makeEmulator } from '../support/emulator.ts'

/** Every row of every table. */
function dump(db: DatabaseSync): Record<string, unknown> {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return Object.fromEntries(tables.map(({ name }) => [String(name), db.prepare(`SELECT * FROM ${String(name)}`).all()]))
}

it('restores every row of every database to the mark', async () => {
  const made = makeEmulator()
  const app = await made.registerApp({ webhook_topics: ['order.created'], webhook_url: 'http://127.0.0.1:9/' })
  const store = await made.openStore({ appKey: app.appKey })
  const { token } = await made.installApp({ app, store })
  await made.emulator.mark()
  const { registry, storeDb } = made.emulator.context
  const databases = () => [dump(registry), dump(storeDb(store.store.id))]
  const before = databases()

  for (let round = 0; round < 2; round += 1) {
    const place = `/stores/${store.code}`
    await made.control('POST', `${place}/orders`, { paid: true })
    await made.control('POST', `${place}/products/1/delete`, {})
    await made.control('POST', `${place}/products`, { name: 'Lamp', prices: { tr: '10' } })
    await made.control('POST', `${place}/regions/de/deactivate`, {})
    await made.control('POST', `${place}/checkpoint`, {})
    await made.control('POST', `${place}/orders`, {})
    await made.control('PUT', '/settings', { successOnReads: false })
    await made.control('POST', '/faults', { kind: '503' })
    await made.control('POST', `${place}/apps/${app.appKey}/uninstall`, {})
    await made.openStore({ name: 'Another' })
    expect(databases()).not.toEqual(before)

    await made.emulator.rewind()

    expect(databases()).toEqual(before)
    expect((await made.api(token, '/context')).status).toBe(200)
  }
  // What is remembered is known by its key.
  for (const db of [registry, storeDb(store.store.id)]) {
    const without = db
      .prepare(
        `SELECT name FROM sqlite_schema s WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND NOT EXISTS (SELECT 1 FROM pragma_table_info(s.name) WHERE pk > 0)`,
      )
      .all()
    expect(without).toEqual([])
  }
})

it('restores the rate budgets and the clock (LIM-001)', async () => {
  const made = makeEmulator()
  const app = await made.registerApp()
  const store = await made.openStore({ appKey: app.appKey })
  const { token } = await made.installApp({ app, store })
  await made.emulator.mark()
  for (let sent = 0; sent < limits.requestsPerMinutePerToken; sent += 1) await made.api(token, '/context')
  expect((await made.api(token, '/context')).status).toBe(429)
  await made.control('POST', '/clock/advance', { ms: 1000 })

  await made.emulator.rewind()

  expect((await made.api(token, '/context')).status).toBe(200)
  expect(made.emulator.context.clockOffsetMs()).toBe(0)
  expect(await made.control('GET', '/requests')).toMatchObject({ requests: [{ status: 200 }] })
})
