import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '../errors.ts'
import { until } from '../processes/until.ts'
import { instantOfMs, text, word } from '../storage/columns.ts'
import { isOpenAlone, openDatabase, unwritableDatabase, type Schema } from '../storage/database.ts'
import { prepared } from '../storage/statements.ts'
import { isBusy } from '../storage/when-free.ts'
import { keyName, type Backend, type CredentialKey, type CredentialKind, type Placement } from './credentials.ts'

/** Where a secret is stored and since when, because a keychain cannot report that. */
export interface IndexEntry extends Placement {
  readonly key: CredentialKey
  readonly savedAt: Date
}

/** Names and places of secrets in SQLite, never a value. */
export interface CredentialIndex {
  /** Returns where a secret is stored, the newest place first. */
  readonly find: (key: CredentialKey) => IndexEntry[]
  readonly list: () => IndexEntry[]
  /** Returns whether a secret of this target is in that backend. */
  readonly uses: (identity: string, backend: Backend) => boolean
  readonly put: (entry: IndexEntry) => Promise<void>
  readonly drop: (key: CredentialKey, backend: Backend) => Promise<void>
  /**
   * Runs `work` while no other process of ours can change index or files; the lock ends with its
   * process. The changes that `work` makes are committed with it. Raises `credentials.busy` after 30 s.
   */
  readonly exclusively: <T>(work: (changes: IndexChanges) => Promise<T>) => Promise<T>
}

export interface IndexChanges {
  readonly put: (entry: IndexEntry) => void
  readonly drop: (key: CredentialKey, backend: Backend) => void
}

export const indexSchema: Schema = {
  migrations: [
    `CREATE TABLE places (
    name TEXT NOT NULL, backend TEXT NOT NULL, place TEXT NOT NULL, saved_at INTEGER NOT NULL,
    identity TEXT NOT NULL, app_key TEXT NOT NULL, kind TEXT NOT NULL, store_id INTEGER, region_id INTEGER,
    PRIMARY KEY (name, backend)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX places_by_identity ON places (identity, backend)`,
  ],
}

const ORDER = 'ORDER BY identity, app_key, kind, store_id, region_id, saved_at DESC'

/** Returns the path of the index in the state folder. */
export function indexFile({ home }: { readonly home: string }): string {
  return join(home, 'credentials-index.db')
}

/** Returns the index at `path`, created at the first change and opened at the first read. */
export function createIndex(path: string): CredentialIndex {
  let opened: DatabaseSync | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const open = () => (opened ??= openDatabase({ path, ...indexSchema }))
  const read = <T>(none: T, query: (db: DatabaseSync) => T): T => {
    if (opened) return query(opened)
    if (!existsSync(path)) return none
    const db = openDatabase({ path, ...indexSchema, isBrief: true })
    if (!isOpenAlone(db)) return query((opened = db))
    try {
      return query(db)
    } finally {
      db.close()
    }
  }
  const exclusively = <T>(work: (changes: IndexChanges) => Promise<T>): Promise<T> => {
    const done = queue.then(() => inTransaction(open(), work))
    queue = done.catch(() => {})
    return done.catch((error: unknown) => {
      throw unwritableDatabase(path, error)
    })
  }
  return {
    find: (key) =>
      read([], (db) =>
        prepared(db, 'SELECT * FROM places WHERE name = ? ORDER BY saved_at DESC').all(keyName(key)).map(entryOf),
      ),
    list: () => read([], (db) => prepared(db, `SELECT * FROM places ${ORDER}`).all().map(entryOf)),
    uses: (identity, backend) =>
      read(false, (db) => {
        const sql = 'SELECT 1 FROM places WHERE identity = ? AND backend = ? LIMIT 1'
        return prepared(db, sql).get(identity, backend) !== undefined
      }),
    put: (entry) => exclusively(async (changes) => changes.put(entry)),
    drop: (key, backend) => exclusively(async (changes) => changes.drop(key, backend)),
    exclusively,
  }
}

async function inTransaction<T>(db: DatabaseSync, work: (changes: IndexChanges) => Promise<T>): Promise<T> {
  await begin(db)
  try {
    const result = await work({
      put: (entry) => putEntry(db, entry),
      drop: (key, backend) =>
        void prepared(db, 'DELETE FROM places WHERE name = ? AND backend = ?').run(keyName(key), backend),
    })
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

const LOCKED_MS = 30_000

/** Waits for the lock without blocking the event loop: SQLite's own wait would delay Ctrl-C while another process encrypts its file. */
async function begin(db: DatabaseSync): Promise<void> {
  if (await until({ sleep: (ms) => sleep(ms), everyMs: 50, limitMs: LOCKED_MS }, () => tryToBegin(db) || null)) return
  throw new AppError('credentials.busy', 'Another process kept the secret store locked for 30 seconds.', {
    suggestions: ['Wait until the other command finishes, or stop it. Then run this command again.'],
  })
}

function tryToBegin(db: DatabaseSync): boolean {
  db.exec('PRAGMA busy_timeout = 0')
  try {
    db.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (!isBusy(error)) throw error
    return false
  } finally {
    db.exec('PRAGMA busy_timeout = 5000')
  }
}

function putEntry(db: DatabaseSync, { key, backend, where, savedAt }: IndexEntry): void {
  const columns = [keyName(key), backend, where, savedAt.getTime(), key.identity, key.appKey, key.kind]
  prepared(
    db,
    `INSERT INTO places (name, backend, place, saved_at, identity, app_key, kind, store_id, region_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET place = excluded.place, saved_at = excluded.saved_at`,
  ).run(...columns, key.storeId ?? null, key.regionId ?? null)
}

function entryOf(row: Record<string, SQLOutputValue>): IndexEntry {
  const { store_id: storeId, region_id: regionId } = row
  return {
    backend: word<Backend>(row, 'backend'),
    where: text(row, 'place'),
    savedAt: instantOfMs(row, 'saved_at'),
    key: {
      identity: text(row, 'identity'),
      appKey: text(row, 'app_key'),
      kind: word<CredentialKind>(row, 'kind'),
      ...(storeId === null ? {} : { storeId: Number(storeId), regionId: regionId === null ? null : Number(regionId) }),
    },
  }
}
