import { sha256Hex } from '../../text/sha256.ts'
import { KitError } from '../kit-error.ts'
import { plainSql, sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** Tables and columns that every old template had. An app may use one of these names for another table. */
const OLD_TABLES = ['installs', 'events', 'used_once']
const OLD_COLUMNS = ['store_id', 'region_id', 'scopes', 'regions', 'store_name', 'token', 'installed_at']

/**
 * Copies the data of an app of the old templates into the kit's new tables, inside the transaction that creates them. The old tables stay unchanged, so
 * that the old version can start again. Its tokens open with the same key. Throws `database.old-jobs` while the old version still has jobs.
 */
export async function takeOverOldTables(tx: Tx, kind: 'sqlite' | 'postgres'): Promise<void> {
  const tables = await oldTables(tx, kind)
  const columns = await columnsOf(tx, kind, 'installs')
  if (!OLD_TABLES.every((name) => tables.has(name)) || !OLD_COLUMNS.every((name) => columns.has(name))) return
  await rejectOldJobs(tx, kind, tables)
  // Not every version had every column and table.
  const column = (name: string, otherwise = 'NULL') => (columns.has(name) ? name : otherwise)
  await copy(tx, [
    // The template carrier stored scopes as one text.
    `INSERT INTO svcapp_installs (store_id, region_id, scopes, regions, store_name, store_domain, token,
      installed_at, works_since, removed_at, broken_at, leaving_at)
     SELECT store_id, coalesce(region_id, 0),
      CASE WHEN scopes LIKE '[%' THEN scopes WHEN scopes = '' THEN '[]'
        ELSE '["' || replace(scopes, ' ', '","') || '"]' END,
      regions, store_name, ${column('store_domain', "''")}, token, installed_at,
      coalesce(${column('works_since')}, installed_at), ${column('removed_at')}, ${column('broken_at')},
      ${column('leaving_at')} FROM installs`,
    `INSERT INTO svcapp_events (event_id, topic, store_id, region_id, received_at)
     SELECT event_id, topic, store_id, region_id, received_at FROM events`,
    // Without an effects table, an event was written with its effect.
    tables.has('effects')
      ? 'INSERT INTO svcapp_effects (id, done_at) SELECT event_id, done_at FROM effects'
      : 'INSERT INTO svcapp_effects (id, done_at) SELECT event_id, received_at FROM events',
    ...(tables.has('pauses')
      ? ['INSERT INTO svcapp_pauses (token_digest, until_ms) SELECT token_digest, until_ms FROM pauses']
      : []),
  ])
  for (const { kind: use, value, expires_at } of await tx.rows(plainSql('SELECT * FROM used_once'))) {
    // The kit also stores digests of states.
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

async function columnsOf(tx: Tx, kind: 'sqlite' | 'postgres', table: string): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(
    kind === 'sqlite'
      ? sql`SELECT name FROM pragma_table_info(${table})`
      : sql`SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = ${table}`,
  )
  return new Set(rows.map(({ name }) => String(name)))
}

async function rejectOldJobs(tx: Tx, kind: 'sqlite' | 'postgres', tables: ReadonlySet<string>): Promise<void> {
  const counts = [
    ...(kind === 'sqlite' && tables.has('jobs') ? ['SELECT count(*) AS jobs FROM jobs'] : []),
    ...(tables.has('pgboss')
      ? [`SELECT count(*) AS jobs FROM pgboss.job WHERE name LIKE 'events%' AND state < 'completed'`]
      : []),
    // The template carrier stored its jobs in the rows of its table.
    ...((await columnsOf(tx, kind, 'shipments')).has('due_at')
      ? [`SELECT count(*) AS jobs FROM shipments WHERE state = 'requested'`]
      : []),
  ]
  let jobs = 0
  for (const text of counts) jobs += Number((await tx.rows(plainSql(text)))[0]?.['jobs'])
  if (jobs === 0) return
  const advice = 'Run that version again until its jobs are done. Its dead-letters command lists failed jobs.'
  throw new KitError(
    'database.old-jobs',
    `This database has ${jobs} unfinished ${jobs === 1 ? 'job' : 'jobs'} from the app's earlier version without the kit. ${advice}`,
    { suggestions: [advice] },
  )
}
