import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { faulty, otherwise } from './faulty.ts'

const schema = `
CREATE TABLE IF NOT EXISTS installs (
  store_id INTEGER NOT NULL, region_id INTEGER NOT NULL, scope TEXT NOT NULL, regions TEXT NOT NULL, store_name TEXT NOT NULL,
  token TEXT, removed_at INTEGER, PRIMARY KEY (store_id, region_id)) STRICT;
CREATE TABLE IF NOT EXISTS events (event_id TEXT PRIMARY KEY) STRICT;
CREATE TABLE IF NOT EXISTS jobs (event_id TEXT PRIMARY KEY, event TEXT NOT NULL, worker INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS totals (
  store_id INTEGER NOT NULL, region_id INTEGER NOT NULL, currency TEXT NOT NULL, orders INTEGER NOT NULL, total TEXT NOT NULL,
  PRIMARY KEY (store_id, region_id, currency)) STRICT;
CREATE TABLE IF NOT EXISTS sales (store_id INTEGER NOT NULL, region_id INTEGER NOT NULL, currency TEXT NOT NULL, total TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS event_sales (
  event_id TEXT NOT NULL, store_id INTEGER NOT NULL, region_id INTEGER NOT NULL, currency TEXT NOT NULL, total TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS deliveries (topic TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS used_once (value TEXT PRIMARY KEY) STRICT;
`

/** The app's database, also for a second process beside this one. */
export function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(databasePath())
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL')
  const inMemory = [
    ...(otherwise('counts-in-memory') ? ['totals'] : []),
    ...(faulty('install-in-memory') ? ['installs'] : []),
  ]
  // A temporary table is this connection's alone.
  db.exec(
    inMemory.reduce(
      (text, name) => text.replace(`TABLE IF NOT EXISTS ${name} `, `TEMP TABLE IF NOT EXISTS ${name} `),
      schema,
    ),
  )
  return db
}

function databasePath(): string {
  if (otherwise('keeps-in-memory')) return ':memory:'
  // As with a server's address in the environment: whoever starts a copy says where it is.
  if (otherwise('keeps-elsewhere')) return String(process.env['FAULTY_DATABASE'])
  mkdirSync('data', { recursive: true, mode: 0o700 })
  return 'data/app.db'
}

/** All of `work` is written, or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** True the first time that a value is used, and never again. */
export function useOnce(db: DatabaseSync, value: string): boolean {
  return Number(db.prepare('INSERT OR IGNORE INTO used_once VALUES (?)').run(value).changes) === 1
}

/** A job stays with the copy that took it first, as long as that lives. */
export function claim(db: DatabaseSync, { event_id: id, worker }: Record<string, unknown>): boolean {
  const { changes } = db
    .prepare('UPDATE jobs SET worker = ? WHERE event_id = ? AND worker IS ?')
    .run(process.pid, String(id), worker === null ? null : Number(worker))
  return Number(changes) === 1
}

/** Whether nobody who lives has taken it. */
export function isFree(worker: unknown): boolean {
  if (worker === null || worker === process.pid) return true
  try {
    return !process.kill(Number(worker), 0)
  } catch {
    return true
  }
}
