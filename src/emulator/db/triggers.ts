import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../storage/columns.ts'

/**
 * Removes a database's triggers, including temporary ones, and returns a function that recreates those
 * of the schema. Call it within a transaction that writes rows which include the triggers' effects.
 */
export function dropTriggers(db: DatabaseSync): () => void {
  const named = (schema: string) =>
    db
      .prepare(`SELECT name, sql FROM ${schema} WHERE type = 'trigger' ORDER BY rowid`)
      .all()
      .map((row) => ({ name: text(row, 'name'), sql: text(row, 'sql') }))
  const own = named('main.sqlite_schema')
  for (const { name } of named('temp.sqlite_schema')) db.exec(`DROP TRIGGER temp."${name}"`)
  for (const { name } of own) db.exec(`DROP TRIGGER main."${name}"`)
  return () => {
    for (const { sql } of own) db.exec(sql)
  }
}
