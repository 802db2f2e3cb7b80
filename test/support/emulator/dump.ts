import type { DatabaseSync } from 'node:sqlite'

import type { World } from '../../../src/emulator/world.ts'

/** Returns every row of every database of an emulator, every table and trigger, and the cached settings and clock. */
export function dumpWorld(world: World): Record<string, unknown> {
  const stores = world.registry.prepare('SELECT id, code FROM stores ORDER BY id').all()
  return {
    registry: dumpDatabase(world.registry),
    ...Object.fromEntries(stores.map(({ id, code }) => [String(code), dumpDatabase(world.storeDb(Number(id)))])),
    settings: world.settings(),
    clockOffsetMs: world.clockOffsetMs(),
  }
}

/** Sorts rows by key, so that the order of writes does not matter. */
function dumpDatabase(db: DatabaseSync): Record<string, unknown> {
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()
  const watching = db.prepare('SELECT name, sql FROM sqlite_temp_schema ORDER BY name').all()
  const tables = schema.filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_stat'))
  return {
    schema,
    watching,
    ...Object.fromEntries(
      tables.map(({ name }) => {
        const rows = db.prepare(`SELECT * FROM ${String(name)}`).all()
        return [String(name), rows.map((row) => JSON.stringify(row)).toSorted()]
      }),
    ),
  }
}
