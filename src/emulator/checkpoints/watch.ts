import type { DatabaseSync } from 'node:sqlite'

import { allTables } from '../tables/all.ts'
import { readOf } from '../tables/rows/filter.ts'
import type { Table } from '../tables/table.ts'

/**
 * Saves each row before its first change since a checkpoint, in the transaction of the change. The cost depends on the changes, not on the size of
 * the store. The triggers are temporary, so that no schema or snapshot contains them. They are recreated when a database with a checkpoint is opened.
 */
export function watchStore(db: DatabaseSync, storeId: number): void {
  watch(db, 'store', () => String(storeId))
}

/** Does the same for the registry's rows of a store with a checkpoint. */
export function watchRegistry(db: DatabaseSync): void {
  watch(db, 'registry', (table, row) => table.storeOf?.(row) ?? 'NULL')
}

type StoreOfRow = (table: Table, row: 'new.' | 'old.') => string

function watch(db: DatabaseSync, home: Table['home'], storeOf: StoreOfRow): void {
  const isWanted = db.prepare('SELECT 1 FROM checkpoints LIMIT 1').get() !== undefined
  const isWatched = db.prepare("SELECT 1 FROM sqlite_temp_schema WHERE type = 'trigger' LIMIT 1").get() !== undefined
  if (isWanted === isWatched) return
  for (const [name, table] of allTables.filter(([, one]) => one.home === home)) {
    for (const [kind, trigger] of Object.entries(buildTriggers(name, table, storeOf))) {
      const called = `checkpoint_${name}_${kind}`
      db.exec(isWanted ? `CREATE TEMP TRIGGER ${called} ${trigger}` : `DROP TRIGGER temp.${called}`)
    }
  }
}

function buildTriggers(name: string, table: Table, storeOf: StoreOfRow): Readonly<Record<string, string>> {
  const [added, gone] = [storeOf(table, 'new.'), storeOf(table, 'old.')]
  const keepNew = keepRow({ name, store: added, key: keyOf(table, 'new.'), before: 'NULL' })
  const keepOld = keepRow({ name, store: gone, key: keyOf(table, 'old.'), before: buildImage(table) })
  return {
    in: `AFTER INSERT ON ${name} WHEN ${hasCheckpoint(added)} BEGIN ${keepNew} END`,
    out: `AFTER DELETE ON ${name} WHEN ${hasCheckpoint(gone)} BEGIN ${keepOld} END`,
    // If the key is unchanged, the second statement finds the row of the first.
    again: `AFTER UPDATE ON ${name} WHEN ${hasCheckpoint(gone)} BEGIN ${keepOld} ${keepNew} END`,
  }
}

function hasCheckpoint(store: string): string {
  return `EXISTS (SELECT 1 FROM checkpoints c WHERE c.store_id = ${store})`
}

interface KeptRow {
  readonly name: string
  readonly store: string
  readonly key: string
  readonly before: string
}

/** Avoids OR IGNORE, because the conflict clause of the outer statement would override it. */
function keepRow({ name, store, key, before }: KeptRow): string {
  return `INSERT INTO checkpoint_rows (store_id, table_name, row_key, before) SELECT ${store}, '${name}', ${key}, ${before}
    WHERE NOT EXISTS (SELECT 1 FROM checkpoint_rows r WHERE r.store_id = ${store} AND r.table_name = '${name}' AND r.row_key = ${key});`
}

function keyOf({ key }: Table, row: 'new.' | 'old.'): string {
  return `json_array(${key.map((column) => row + column).join(', ')})`
}

function buildImage({ columns }: Table): string {
  const members = Object.entries(columns).map(([name, column]) => `'${name}', ${readOf(`old.${name}`, column)}`)
  return `json_object(${members.join(', ')})`
}
