import type { DatabaseSync } from 'node:sqlite'

import { transaction } from '../../storage/database.ts'

/** A copy of a database's rows in memory. */
export interface KeptRows {
  /** Restores every table. Unchanged tables cost nothing. */
  readonly restore: () => void
  /** Frees the memory. */
  readonly forget: () => void
}

/** Triggers write into other tables while rows are restored. Those tables are checked again, and so are the effects of their triggers. */
const MOST_ROUNDS = 5

/** Copies all rows of `db` into a database attached to it. During this call and the returned calls, no statement may be in progress. */
export function keepRows(db: DatabaseSync): KeptRows {
  db.exec("ATTACH ':memory:' AS kept")
  const tables = tableNames(db)
  for (const table of tables) db.exec(`CREATE TABLE kept.${table} AS SELECT * FROM main.${table}`)
  const sequences = hasSequences(db)
  if (sequences) db.exec('CREATE TABLE kept.sequences AS SELECT * FROM main.sqlite_sequence')
  // An SQLite session knows which rows have changed since it began.
  const watch = (table: string) => db.createSession({ table, db: 'main' })
  const sessions = new Map(tables.map((table) => [table, watch(table)]))
  const changed = () => tables.filter((table) => (sessions.get(table)?.patchset().length ?? 0) > 0)
  const restore = (names: readonly string[]) => {
    transaction(db, () => {
      for (const name of names) db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM kept.${name}`)
      if (sequences)
        db.exec('DELETE FROM main.sqlite_sequence; INSERT INTO main.sqlite_sequence SELECT * FROM kept.sequences')
    })
  }
  const putAllBack = () => {
    const touched = new Set<string>()
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const names = changed()
      if (names.length === 0) return touched
      restore(names)
      for (const name of names) touched.add(name)
    }
    throw new Error(`Rows cannot be restored: ${changed().join(', ')}.`)
  }
  return {
    restore: () => {
      // Children may be restored before their parents, and nothing must cascade.
      db.exec('PRAGMA foreign_keys = OFF')
      const touched = putAllBack()
      db.exec('PRAGMA foreign_keys = ON')
      // A session keeps every row that has ever changed.
      for (const table of touched) {
        sessions.get(table)?.close()
        sessions.set(table, watch(table))
      }
    },
    forget: () => {
      for (const session of sessions.values()) session.close()
      db.exec('DETACH kept')
    },
  }
}

function tableNames(db: DatabaseSync): readonly string[] {
  const rows = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
  return rows.map(({ name }) => String(name))
}

/** SQLite creates its sequence table with the first AUTOINCREMENT. */
function hasSequences(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'").get() !== undefined
}
