import type { DatabaseSync, StatementSync } from 'node:sqlite'

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** The prepared statement of `sql` for `db`, prepared once per database: preparing costs more than most of our queries. */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  let known = statements.get(db)
  if (!known) statements.set(db, (known = new Map()))
  let statement = known.get(sql)
  if (!statement) known.set(sql, (statement = db.prepare(sql)))
  return statement
}
