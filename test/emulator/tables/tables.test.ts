import type { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import { allTables } from '../../../src/emulator/tables/all.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { leftOutColumns, leftOutTables } from './left-out.ts'

/** Table, its columns, and those of its primary key. */
function tablesIn(db: DatabaseSync): [string, { columns: string[]; key: string[] }][] {
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
  return names.map(({ name }) => {
    const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(String(name))
    const key = columns
      .filter(({ pk }) => Number(pk) > 0)
      .toSorted((one, other) => Number(one['pk']) - Number(other['pk']))
    return [
      String(name),
      { columns: columns.map((one) => String(one['name'])), key: key.map((one) => String(one['name'])) },
    ]
  })
}

it('shows every table and column of the databases by primary key, or gives a reason to omit it', async () => {
  const { emulator, openStore } = makeEmulator()
  const { store } = await openStore({ seed: 'none' })
  const { registry, storeDb } = emulator.context

  const declared = new Map(allTables)
  for (const [home, db] of Object.entries({ registry, store: storeDb(store.id) })) {
    for (const [name, { columns, key }] of tablesIn(db)) {
      const table = declared.get(name)
      if (table === undefined) {
        expect(leftOutTables, name).toHaveProperty(name)
        continue
      }
      expect({ name, home: table.home, key: table.key }).toEqual({ name, home, key })
      const known = [...Object.keys(table.columns), ...(leftOutColumns[name] ?? [])]
      expect({ name, columns: known.toSorted() }).toEqual({ name, columns: columns.toSorted() })
    }
  }
})

it('lists no column that holds a secret or grants access (T35)', () => {
  for (const [, { columns }] of allTables)
    for (const name of Object.keys(columns))
      expect(name).not.toMatch(/digest|secret|sealed|salt|password|^token$|^code_/)
})

it('links only to visible tables with a single key', () => {
  const declared = new Map(allTables)
  for (const [name, { columns }] of allTables) {
    for (const { to } of Object.values(columns))
      if (to !== undefined) expect(declared.get(to)?.key, `${name} to ${to}`).toHaveLength(1)
  }
})
