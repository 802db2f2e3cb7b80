import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { ConfigError } from './config.ts'
import type { Db, Row, Statement } from './db.ts'

const migrations = join(import.meta.dirname, '../migrations')

export interface OpenDatabase extends Db {
  readonly close: () => void
}

/**
 * The app's database, brought to today's tables. Its folder and file are for this user only. Pass ':memory:' for one that is gone at the end. Throws `ConfigError`
 * where there can be none.
 */
export function openDatabase(path: string): OpenDatabase {
  try {
    return open(path)
  } catch (error) {
    // A full disk, a folder of somebody else, a file that is no database: for whoever runs the app, not for whoever reads its sources.
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new ConfigError(`The database cannot be kept in ${path}: ${error.message}.`)
  }
}

function open(path: string): OpenDatabase {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  }
  const db = new DatabaseSync(path)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  migrate(db)
  return {
    // SQLite gives text, numbers and null for the columns that this app has.
    rows: async ({ text, values }) => db.prepare(text).all(...values) as unknown as Row[],
    write: async (statements) => inTransaction(db, () => statements.map((statement) => run(db, statement))),
    close: () => db.close(),
  }
}

function run(db: DatabaseSync, { text, values }: Statement): number {
  return Number(db.prepare(text).run(...values).changes)
}

/** Runs the files of migrations/ that this database has not seen, each with its number in one transaction. Throws `ConfigError` where it is newer than these. */
function migrate(db: DatabaseSync): void {
  const files = readdirSync(migrations).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  refuseNewer(versionOf(db), files.length)
  for (const file of files.toSorted()) {
    const number = Number(file.slice(0, 4))
    inTransaction(db, () => {
      // Asked inside the transaction: another process may be doing the same.
      if (versionOf(db) >= number) return
      db.exec(readFileSync(join(migrations, file), 'utf8'))
      db.exec(`PRAGMA user_version = ${number}`)
    })
  }
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

function refuseNewer(version: number, known: number): void {
  if (version <= known) return
  throw new ConfigError(
    `The database has schema ${version} and this app knows schema ${known}: a newer version of the app has used it. Start that version, or give this one a database of its own (DATA_DIR).`,
  )
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
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
