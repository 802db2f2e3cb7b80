import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../storage/columns.ts'

/**
 * Removes the triggers of a database, temporary ones too; answers with what makes those of the schema again. Within a transaction: where rows are written that
 * hold what triggers did.
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
