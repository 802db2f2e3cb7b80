import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

import { ConfigError } from '../config.ts'
import { reasonOf } from '../log.ts'
import { addDecimals } from '../platform/money.ts'
import { DatabaseAway, type Database, type Result, type Sql, type Value } from './database.ts'
import { migrate } from './migrate.ts'
import { beAlone } from './one-process.ts'

/** A database in one file, for one process. Its folder and file are for this user only. Pass ':memory:' for one that is gone at the end. */
export async function openSqlite(path: string): Promise<Database> {
  const isFile = path !== ':memory:'
  if (isFile) makeFile(path)
  const letOthers = isFile ? beAlone(path) : () => {}
  const db = new DatabaseSync(path)
  const database = wrap(db, letOthers)
  try {
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.function('add_decimals', { deterministic: true }, (a, b) => addDecimals(String(a), String(b)))
    addBrokenAt(db)
    await database.transaction((sql) => migrate(sql, 'sqlite'))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function makeFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new ConfigError(`The database cannot be kept in ${path}: ${reasonOf(error)}.`)
  }
}

/** A database that was made before installs could be marked as broken, and before schemas had numbers. */
function addBrokenAt(db: DatabaseSync): void {
  const columns = db.prepare('PRAGMA table_info(installs)').all()
  if (columns.length > 0 && !columns.some(({ name }) => name === 'broken_at')) {
    db.exec('ALTER TABLE installs ADD COLUMN broken_at TEXT')
  }
}

function wrap(db: DatabaseSync, letOthers: () => void): Database {
  const run = runner(db)
  // There is one connection: what others ask waits until a transaction has ended.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  return {
    sql: (...asked) => inTurn(() => run(...asked)),
    transaction: (work, { durable = true } = {}) => inTurn(() => transact({ db, run, durable }, work)),
    close: () =>
      inTurn(async () => {
        db.close()
        letOthers()
      }),
  }
}

interface Parts {
  readonly db: DatabaseSync
  readonly run: Sql
  readonly durable: boolean
}

async function transact<T>({ db, run, durable }: Parts, work: (sql: Sql) => Promise<T>): Promise<T> {
  // With the log of SQLite (WAL), FULL waits for the disk at every commit. NORMAL never breaks the file; what it may lose are the last commits.
  if (durable) db.exec('PRAGMA synchronous = FULL')
  try {
    db.exec('BEGIN IMMEDIATE')
    const result = await work(run)
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has rolled back by itself after some failures, a full disk for one: a second time would hide the first error.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw asAway(error)
  } finally {
    if (durable) db.exec('PRAGMA synchronous = NORMAL')
  }
}

function runner(db: DatabaseSync): Sql {
  const statements = new Map<string, StatementSync>()
  const prepared = (text: string): StatementSync => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = db.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
    statements.set(text, statement)
    return statement
  }
  return async (text, ...values) => {
    try {
      return answerOf(prepared(text), values)
    } catch (error) {
      throw asAway(error)
    }
  }
}

function answerOf(statement: StatementSync, values: readonly Value[]): Result {
  if (statement.columns().length === 0) return { rows: [], changes: Number(statement.run(...values).changes) }
  const rows = statement.all(...values)
  return { rows, changes: rows.length }
}

/** SQLite's codes for a disk that is full, cannot be read or written, or is locked, and for a file that is damaged or none of its own. */
const away = [5, 6, 8, 10, 11, 13, 14, 26]

function asAway(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error
  // The low byte is the code, what is above it says more.
  return away.includes(error.errcode & 0xff) ? new DatabaseAway(`SQLite: ${error.message}`, { cause: error }) : error
}
