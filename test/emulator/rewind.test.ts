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
  const world = makeEmulator()
  const app = await world.registerApp({ webhook_topics: ['order.created'], webhook_url: 'http://127.0.0.1:9/' })
  const store = await world.openStore({ appKey: app.appKey })
  const { token } = await world.installApp({ app, store })
  await world.emulator.mark()
  const { registry, storeDb } = world.emulator.world
  const databases = () => [dump(registry), dump(storeDb(store.store.id))]
  const before = databases()

  for (let round = 0; round < 2; round += 1) {
    const place = `/stores/${store.code}`
    await world.control('POST', `${place}/orders`, { paid: true })
    await world.control('POST', `${place}/products/1/delete`, {})
    await world.control('POST', `${place}/products`, { name: 'Lamp', prices: { tr: '10' } })
    await world.control('POST', `${place}/regions/de/deactivate`, {})
    await world.control('POST', `${place}/checkpoint`, {})
    await world.control('POST', `${place}/orders`, {})
    await world.control('PUT', '/settings', { successOnReads: false })
    await world.control('POST', '/faults', { kind: '503' })
    await world.control('POST', `${place}/apps/${app.appKey}/uninstall`, {})
    await world.openStore({ name: 'Another' })
    expect(databases()).not.toEqual(before)

    await world.emulator.rewind()

    expect(databases()).toEqual(before)
    expect((await world.api(token, '/context')).status).toBe(200)
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
  const world = makeEmulator()
  const app = await world.registerApp()
  const store = await world.openStore({ appKey: app.appKey })
  const { token } = await world.installApp({ app, store })
  await world.emulator.mark()
  for (let sent = 0; sent < limits.requestsPerMinutePerToken; sent += 1) await world.api(token, '/context')
  expect((await world.api(token, '/context')).status).toBe(429)
  await world.control('POST', '/clock/advance', { ms: 1000 })

  await world.emulator.rewind()

  expect((await world.api(token, '/context')).status).toBe(200)
  expect(world.emulator.world.clockOffsetMs()).toBe(0)
  expect(await world.control('GET', '/requests')).toMatchObject({ requests: [{ status: 200 }] })
})
