import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const schema = `
CREATE TABLE IF NOT EXISTS installs (
  store_id INTEGER NOT NULL,
  region_id INTEGER,
  install_scope TEXT NOT NULL,
  scopes TEXT NOT NULL,
  regions TEXT NOT NULL,
  store_name TEXT NOT NULL,
  store_domain TEXT NOT NULL,
  token TEXT,
  installed_at TEXT NOT NULL,
  removed_at TEXT,
  broken_at TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS installs_key ON installs (store_id, ifnull(region_id, 0));
CREATE TABLE IF NOT EXISTS events (
  event_id TEXT PRIMARY KEY,
  topic TEXT NOT NULL,
  store_id INTEGER NOT NULL,
  region_id INTEGER,
  received_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS paid_totals (
  store_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  orders INTEGER NOT NULL,
  total TEXT NOT NULL,
  PRIMARY KEY (store_id, region_id, currency)
) STRICT;
CREATE TABLE IF NOT EXISTS used_once (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (kind, value)
) STRICT;
`

/** The app's database. Its folder and file are for this user only. Pass ':memory:' for one that is gone at the end. */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  }
  const db = new DatabaseSync(path)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec(schema)
  addBrokenAt(db)
  return db
}

/** A database that was made before installs could be marked as broken. */
function addBrokenAt(db: DatabaseSync): void {
  const columns = db.prepare('PRAGMA table_info(installs)').all()
  if (!columns.some(({ name }) => name === 'broken_at')) db.exec('ALTER TABLE installs ADD COLUMN broken_at TEXT')
}

/** All of `work` is written, or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has rolled back by itself after some failures, a full disk for one: a second time would hide the first error.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
