import type { DatabaseSync } from 'node:sqlite'

import type { EmulatorContext } from '../../../src/emulator/context.ts'

/**
 * Returns every row of every database of an emulator, every table and trigger, and the cached settings
 * and clock. Leaves out the number of the last operation, which only a start after `kill -9` reads.
 */
export function dumpState(context: EmulatorContext): Record<string, unknown> {
  const stores = context.registry.prepare('SELECT id, code FROM stores ORDER BY id').all()
  return {
    registry: dumpDatabase(context.registry),
    ...Object.fromEntries(stores.map(({ id, code }) => [String(code), dumpDatabase(context.storeDb(Number(id)))])),
    settings: context.settings(),
    clockOffsetMs: context.clockOffsetMs(),
  }
}

/** Sorts rows by key, so that the order of writes does not matter. */
function dumpDatabase(db: DatabaseSync): Record<string, unknown> {
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()
  const watching = db.prepare('SELECT name, sql FROM sqlite_temp_schema ORDER BY name').all()
  const tables = schema.filter(
    ({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_stat') && name !== 'last_step',
  )
  return {
    schema,
    watching,
    ...Object.fromEntries(
      tables.map(({ name }) => {
        const rows = db.prepare(`SELECT * FROM ${String(name)}`).all()
        const kept = rows.filter(({ key }) => key !== 'last_step')
        return [String(name), kept.map((row) => JSON.stringify(row)).toSorted()]
      }),
    ),
  }
}
