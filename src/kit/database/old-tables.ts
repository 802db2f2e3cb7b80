import { sha256Hex } from '../../text/sha256.ts'
import { KitError } from '../kit-error.ts'
import { plainSql, sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** The tables of apps before the kit, which had their own copy of all of this. */
const OLD = 'installs'

/**
 * Copies what an app of the old template `node` has stored into the kit's new tables, inside the transaction that creates them. The old tables stay as they are, so
 * that the old version can start again. Its tokens open with the same key. Throws `database.old-jobs` while the old version still has work to do.
 */
export async function takeOverOldTables(tx: Tx, kind: 'sqlite' | 'postgres'): Promise<void> {
  const tables = await oldTables(tx, kind)
  if (!tables.has(OLD) || !tables.has('schema_version')) return
  await rejectOldJobs(tx, kind, tables)
  const [row] = await tx.rows(plainSql('SELECT version FROM schema_version'))
  const version = Number(row?.['version'] ?? 0)
  // Columns that later versions of the template added.
  const leaving = version < 2 ? 'NULL' : 'leaving_at'
  const since = version < 3 ? 'installed_at' : 'coalesce(works_since, installed_at)'
  await copy(tx, [
    `INSERT INTO svcapp_installs (store_id, region_id, scopes, regions, store_name, store_domain, token,
      installed_at, works_since, removed_at, broken_at, leaving_at)
     SELECT store_id, coalesce(region_id, 0), scopes, regions, store_name, store_domain, token,
      installed_at, ${since}, removed_at, broken_at, ${leaving} FROM ${OLD}`,
    `INSERT INTO svcapp_events (event_id, topic, store_id, region_id, received_at)
     SELECT event_id, topic, store_id, region_id, received_at FROM events`,
    'INSERT INTO svcapp_effects (id, done_at) SELECT event_id, done_at FROM effects',
    'INSERT INTO svcapp_pauses (token_digest, until_ms) SELECT token_digest, until_ms FROM pauses',
  ])
  for (const { kind: use, value, expires_at } of await tx.rows(plainSql('SELECT * FROM used_once'))) {
    // The kit keeps digests of states too.
    const kept = use === 'state' ? sha256Hex(String(value)) : value
    await tx.write(sql`INSERT INTO svcapp_once (kind, value, expires_at)
      VALUES (${use ?? ''}, ${kept ?? ''}, ${Number(expires_at)}) ON CONFLICT DO NOTHING`)
  }
}

async function copy(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const text of statements) await tx.write(plainSql(text))
}

async function oldTables(tx: Tx, kind: 'sqlite' | 'postgres'): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(
    plainSql(
      kind === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'table'"
        : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
           UNION ALL SELECT 'pgboss' FROM information_schema.tables WHERE table_schema = 'pgboss' AND table_name = 'job'`,
    ),
  )
  return new Set(rows.map(({ name }) => String(name)))
}

async function rejectOldJobs(tx: Tx, kind: 'sqlite' | 'postgres', tables: ReadonlySet<string>): Promise<void> {
  if (!tables.has(kind === 'sqlite' ? 'jobs' : 'pgboss')) return
  const [row] = await tx.rows(
    plainSql(
      kind === 'sqlite'
        ? 'SELECT count(*) AS jobs FROM jobs'
        : `SELECT count(*) AS jobs FROM pgboss.job WHERE name LIKE 'events%' AND state < 'completed'`,
    ),
  )
  const jobs = Number(row?.['jobs'])
  if (jobs === 0) return
  const advice =
    'Start the version before the kit once more until they are done: its dead-letters command lists the rest.'
  throw new KitError(
    'database.old-jobs',
    `The version of the app before the kit has ${jobs} ${jobs === 1 ? 'job' : 'jobs'} in this database. ${advice}`,
    { suggestions: [advice] },
  )
}
