import type { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import type { OpenStoreAnswer } from '../../../src/control/contract.ts'
import { makeEmulator } from '../../support/emulator.ts'

/** All rows of all tables, and how the tables are made. */
function contentOf(db: DatabaseSync) {
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name))
  const rows = tables.flatMap((table) => db.prepare(`SELECT '${table}' AS "table", * FROM ${table}`).all())
  return { schema, rows }
}

it.each([{}, { name: 'Café', regions: ['GB', 'TR'] }])(
  'a store that a test opens as a copy equals one that the emulator seeds: %j',
  async (input) => {
    const [real, first, copied] = [makeEmulator(), makeEmulator(), makeEmulator()]
    const { store } = await real.control<OpenStoreAnswer>('POST', '/stores', { name: 'Demo', ...input })

    await first.openStore(input)
    const { store: copy } = await copied.openStore(input)

    const content = contentOf(real.emulator.context.storeDb(store.id))
    expect(content.rows.length).toBeGreaterThan(300)
    expect(copy).toEqual(store)
    expect(contentOf(copied.emulator.context.storeDb(copy.id))).toEqual(content)
    expect(contentOf(first.emulator.context.storeDb(copy.id))).toEqual(content)
    const stores = 'SELECT * FROM stores'
    expect(copied.emulator.context.registry.prepare(stores).all()).toEqual(
      real.emulator.context.registry.prepare(stores).all(),
    )
  },
)

it('copies of a store are independent and keep its constraints', async () => {
  const [one, other] = [makeEmulator(), makeEmulator()]
  const stores = [await one.openStore(), await other.openStore()]
  const [first, second] = [one.emulator.context.storeDb(1001), other.emulator.context.storeDb(1001)]
  const seeded = makeEmulator()
  await seeded.control('POST', '/stores', { name: 'Demo' })
  const real = seeded.emulator.context.storeDb(1001)

  expect(() => first.exec('DELETE FROM orders')).toThrow('FOREIGN KEY')
  first.exec('PRAGMA foreign_keys = OFF; DELETE FROM orders')

  expect(stores[1]?.store).toEqual(stores[0]?.store)
  expect(second.prepare('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 40 })
  expect(() => second.exec('DELETE FROM orders')).toThrow('FOREIGN KEY')
  for (const pragma of ['recursive_triggers', 'cache_size'])
    expect(second.prepare(`PRAGMA ${pragma}`).get()).toEqual(real.prepare(`PRAGMA ${pragma}`).get())
})
