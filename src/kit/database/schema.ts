import { KitError } from '../kit-error.ts'
import { takeOverOldTables } from './old-tables.ts'
import { plainSql, sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** One step of the kit's tables. Steps are only added, and the previous kit version still works next to the new one. */
interface Step {
  readonly both: readonly string[]
  /** Also for D1. */
  readonly sqlite?: readonly string[]
  readonly d1?: readonly string[]
}

const steps: readonly Step[] = [
  {
    both: [
      `CREATE TABLE svcapp_installs (
        store_id BIGINT NOT NULL,
        region_id BIGINT NOT NULL,
        scopes TEXT NOT NULL,
        regions TEXT NOT NULL,
        store_name TEXT NOT NULL,
        store_domain TEXT NOT NULL,
        token TEXT,
        installed_at TEXT NOT NULL,
        works_since TEXT NOT NULL,
        removed_at TEXT,
        broken_at TEXT,
        leaving_at TEXT,
        PRIMARY KEY (store_id, region_id)
      )`,
      // An id is stored until no delivery of the event can arrive any more.
      `CREATE TABLE svcapp_events (
        event_id TEXT PRIMARY KEY,
        topic TEXT NOT NULL,
        store_id BIGINT NOT NULL,
        region_id BIGINT,
        received_at TEXT NOT NULL
      )`,
      'CREATE INDEX svcapp_events_by_time ON svcapp_events (received_at)',
      // A job may run twice. Its effect may not.
      'CREATE TABLE svcapp_effects (id TEXT PRIMARY KEY, done_at TEXT NOT NULL)',
      'CREATE INDEX svcapp_effects_by_time ON svcapp_effects (done_at)',
      `CREATE TABLE svcapp_once (
        kind TEXT NOT NULL,
        value TEXT NOT NULL,
        expires_at BIGINT NOT NULL,
        PRIMARY KEY (kind, value)
      )`,
      'CREATE TABLE svcapp_pauses (token_digest TEXT PRIMARY KEY, until_ms BIGINT NOT NULL)',
      // The last time at which a schedule was due for an install.
      `CREATE TABLE svcapp_schedules (
        name TEXT NOT NULL,
        store_id BIGINT NOT NULL,
        region_id BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        PRIMARY KEY (name, store_id, region_id)
      )`,
    ],
    sqlite: [
      // On PostgreSQL, pg-boss has the queue.
      `CREATE TABLE svcapp_jobs (
        id INTEGER PRIMARY KEY,
        store_id INTEGER NOT NULL,
        job TEXT NOT NULL,
        job_key TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        leased_until INTEGER NOT NULL DEFAULT 0,
        dead_at INTEGER,
        reason TEXT
      )`,
      'CREATE INDEX svcapp_jobs_due ON svcapp_jobs (dead_at, due_at)',
      'CREATE UNIQUE INDEX svcapp_jobs_key ON svcapp_jobs (job_key) WHERE dead_at IS NULL AND leased_until = 0',
    ],
    // A row that cannot be written, for batches that must fail: see `must`.
    d1: ['CREATE TABLE svcapp_must (changed INTEGER NOT NULL)'],
  },
]

/** Returns the tables of the kit as a file of `wrangler d1 migrations`, because no request changes tables on D1. */
export function schemaText(): string {
  const all = steps.flatMap(({ both, sqlite = [], d1 = [] }) => [...both, ...sqlite, ...d1])
  const version = `INSERT INTO svcapp_schema (part, version) VALUES ('kit', ${steps.length})`
  return [SCHEMA_TABLE, ...all, version].map((text) => `${text.replaceAll(/^ {6}/gm, '')};`).join('\n')
}

const SCHEMA_TABLE = 'CREATE TABLE IF NOT EXISTS svcapp_schema (part TEXT PRIMARY KEY, version INTEGER NOT NULL)'

/** A file in the app's `migrations/`. */
export interface Migration {
  readonly number: number
  readonly text: string
}

export interface Migrating {
  readonly kind: 'sqlite' | 'postgres'
  readonly migrations: readonly Migration[]
  /** Runs a file with several statements. */
  readonly script: (text: string) => Promise<void>
}

/** Migrates the tables of the kit and of the app inside the caller's transaction. Throws `database.newer` and changes nothing if they are newer. */
export async function migrate(tx: Tx, { kind, migrations, script }: Migrating): Promise<void> {
  await tx.write(plainSql(SCHEMA_TABLE))
  const version = await versionOf(tx, 'kit')
  rejectNewer('svcapp-kit', version, steps.length)
  for (const step of steps.slice(version)) {
    for (const text of [...step.both, ...(kind === 'sqlite' ? (step.sqlite ?? []) : [])]) await tx.write(plainSql(text))
  }
  if (version === 0) await takeOverOldTables(tx, kind)
  await setVersion(tx, 'kit', steps.length)
  const own = await versionOf(tx, 'app')
  const newest = migrations.at(-1)?.number ?? 0
  rejectNewer('this app', own, newest)
  for (const { number, text } of migrations) if (number > own) await script(text)
  await setVersion(tx, 'app', newest)
}

/** Returns why the tables cannot be used, as a sentence. A newer version may have started while this one still runs. */
export async function schemaTrouble(tx: Pick<Tx, 'rows'>): Promise<string | null> {
  const version = await versionOf(tx, 'kit')
  if (version >= steps.length) return null
  return `The database has version ${version} of the kit's tables, but this kit needs version ${steps.length}.`
}

async function versionOf(tx: Pick<Tx, 'rows'>, part: 'kit' | 'app'): Promise<number> {
  const [row] = await tx.rows(sql`SELECT version FROM svcapp_schema WHERE part = ${part}`)
  return Number(row?.['version'] ?? 0)
}

async function setVersion(tx: Tx, part: 'kit' | 'app', version: number): Promise<void> {
  await tx.write(sql`INSERT INTO svcapp_schema (part, version) VALUES (${part}, ${version})
    ON CONFLICT (part) DO UPDATE SET version = excluded.version`)
}

function rejectNewer(who: string, version: number, known: number): void {
  if (version <= known) return
  const what = `A newer version of ${who} wrote the database. The tables have version ${version}, but this version supports only versions up to ${known}`
  const advice = 'Start the newer version, or use another database (DATA_DIR or DATABASE_URL).'
  throw new KitError('database.newer', `${what}. ${advice}`, { suggestions: [advice] })
}
