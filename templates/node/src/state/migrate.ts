import { DatabaseAway, type Sql } from './database.ts'
import { steps } from './schema.ts'

/** Brings the schema to the one of this app, inside the caller's transaction. Throws `DatabaseAway` where it is newer: nothing is changed then. */
export async function migrate(sql: Sql, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')
  const version = await schemaVersion(sql)
  refuseNewer(version)
  for (const step of steps.slice(version)) {
    for (const statement of [...step.both, ...(step[kind] ?? [])]) await sql(statement)
  }
  if (version === steps.length) return
  await sql('DELETE FROM schema_version')
  await sql('INSERT INTO schema_version (version) VALUES ($1)', steps.length)
}

/** Throws `DatabaseAway` unless the schema is the one of this app, or one that a newer app has made while this one runs. */
export async function checkSchema(sql: Sql): Promise<void> {
  const version = await schemaVersion(sql)
  if (version < steps.length) {
    throw new DatabaseAway(
      `The database has schema ${version} and this app needs ${steps.length}; it is being brought up to date.`,
    )
  }
}

async function schemaVersion(sql: Sql): Promise<number> {
  const { rows } = await sql('SELECT version FROM schema_version')
  return Number(rows[0]?.['version'] ?? 0)
}

function refuseNewer(version: number): void {
  if (version <= steps.length) return
  throw new DatabaseAway(
    `The database has schema ${version} and this app knows schema ${steps.length}: a newer version of the app has used it. Start that version, or give this one a database of its own.`,
  )
}
