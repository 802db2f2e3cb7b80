import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '../errors.ts'
import { brokenDatabase, openDatabase, type DatabaseOptions } from '../storage/database.ts'
import { isEmptied } from '../storage/emptied.ts'
import { prepared, readInteger } from '../storage/statements.ts'
import { journalSchema } from './schema.ts'

/** The durable record of everything that passes the gateway. Never contains a token, a secret or an Authorization value. */
export interface Journal {
  readonly db: DatabaseSync
  /** The app whose traffic it records; one journal file serves all apps of this user. */
  readonly appKey: string
  readonly close: () => void
}

export interface JournalOptions extends Pick<DatabaseOptions, 'isBrief'> {
  /** A file path, or ':memory:'. */
  readonly path: string
  readonly appKey: string
}

/** Older builds can corrupt a WAL file (SQLite's write-ahead log) if two processes write to it (SQLite's change log; docs/threats.md P2). */
const OLDEST_SQLITE = [3, 51, 3] as const

/** Opens the journal. Raises `storage.broken`, `storage.newer`, and `journal.sqlite-too-old` below SQLite 3.51.3. */
export function openJournal({ path, appKey, isBrief = false }: JournalOptions): Journal {
  if (path !== ':memory:' && isEmptied(path)) throw brokenDatabase(path, new Error('The file is empty.'))
  const db = openDatabase({ path, ...journalSchema, isBrief })
  rejectOldSqlite(String(prepared(db, 'SELECT sqlite_version() AS version').get()?.['version']))
  return { db, appKey, close: () => db.close() }
}

/** Returns SQLite's own count of what other connections have written. */
export function writesElsewhere({ db }: Journal): number {
  return readInteger(db, 'PRAGMA data_version')
}

/** Raises `journal.sqlite-too-old` unless `version` is at least 3.51.3. */
export function rejectOldSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  for (const [place, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[place] ?? 0
    if (part > oldest) return
    if (part < oldest) {
      throw new AppError(
        'journal.sqlite-too-old',
        `SQLite ${version} can damage the journal, which needs 3.51.3 or newer.`,
        {
          suggestions: ['Use a newer version of Node.js, which includes a newer SQLite.'],
        },
      )
    }
  }
}
