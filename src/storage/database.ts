import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { AppError, hasCode } from '../errors.ts'
import { plainWord } from '../text/shell.ts'
import { ensurePrivateFile, unwritable } from './files.ts'
import { deniedBy, isFull, rejectionOf } from './rejection.ts'
import { whenFree } from './when-free.ts'

export interface Schema {
  /** One SQL script per version, in order. Each runs once, in a transaction. `user_version` counts them. */
  readonly migrations: readonly string[]
  /** Version that the first script creates. Default: 1. Earlier versions were never released and are rejected. */
  readonly first?: number
}

export interface DatabaseOptions extends Schema {
  /** A file path, or ':memory:'. Parent folders are created with mode 0700, the file with 0600. */
  readonly path: string
  /** What a power failure may lose: nothing (`full`), or everything (`none`, opens four times as fast). `kill -9` loses nothing in either case. */
  readonly durability?: 'full' | 'none'
  /**
   * Whether the caller closes it right after one read. Then a file that is not writable is opened read-only, and a missing one that cannot be created
   * is an empty database in memory: writes raise SQLite's error. On a full disk other processes wait meanwhile, so never set this to keep it open.
   */
  readonly isBrief?: boolean
  /** Uses a database in memory if the folder is not writable. A full disk is still an error. */
  readonly mayForget?: boolean
}

const REMEDY = 'Rename the file. The next command creates a new database.'

/**
 * Opens a SQLite database that survives `kill -9`, and power loss unless an option excludes it: WAL, `synchronous=FULL`, 5 s busy timeout, foreign keys on.
 * Raises `storage.busy` if another process locks it, `storage.broken` if it is not ours, `storage.unwritable`, and `storage.newer` if a newer CLI wrote it.
 */
export function openDatabase(options: DatabaseOptions): DatabaseSync {
  const { path, isBrief = false, mayForget = false } = options
  if (path === ':memory:') return inMemory(options)
  try {
    ensurePrivateFile(path)
    return whenFree(path, () => openFile(options))
  } catch (cause) {
    const refused = notOpened(path, cause)
    if ((!isBrief && !mayForget) || !hasCode(refused, 'storage.unwritable')) throw refused
    return openUnwritable(options, { cause, refused })
  }
}

function openUnwritable(options: DatabaseOptions, { cause, refused }: { cause: unknown; refused: Error }) {
  const { path, isBrief = false } = options
  const isDiskFull = rejectionOf(path, cause) === 'ENOSPC'
  try {
    // In exclusive mode, SQLite keeps its WAL index in memory and needs no other file for it.
    if (isBrief && isDiskFull) return openFile(options, 'PRAGMA locking_mode = EXCLUSIVE;')
    if (isBrief && existsSync(path)) return openReadOnly(options)
  } catch (error) {
    throw notOpened(path, error)
  }
  if (isDiskFull || isFull(dirname(path))) throw refused
  const db = inMemory(options)
  if (isBrief) db.exec('PRAGMA query_only = ON')
  return db
}

function openReadOnly({ path, ...schema }: DatabaseOptions): DatabaseSync {
  // SQLite cannot create its files next to this one. Without a WAL, the file alone is complete.
  const hasLog = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size
  const db = new DatabaseSync(hasLog ? path : new URL('?immutable=1', pathToFileURL(path)), { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    migrate(db, path, schema)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openFile({ path, durability = 'full', ...schema }: DatabaseOptions, before = ''): DatabaseSync {
  const db = new DatabaseSync(path)
  try {
    const synchronous = durability === 'full' ? 'FULL' : 'OFF'
    db.exec(
      `PRAGMA busy_timeout = 5000; ${before} PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON`,
    )
    migrate(db, path, schema)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Returns whether other processes must wait until it is closed, because the disk is full (`isBrief`). */
export function isOpenAlone(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA locking_mode').get()?.['locking_mode'] === 'exclusive'
}

function notOpened(path: string, cause: unknown): Error {
  if (cause instanceof AppError) return cause
  return whyNotOpened(path, cause) ?? brokenDatabase(path, cause)
}

/** Creates `storage.broken` for this file. */
export function brokenDatabase(path: string, cause: unknown): AppError {
  return new AppError('storage.broken', `Cannot open the database ${path}.`, { cause, suggestions: [REMEDY] })
}

/** Returns the error for a database that this user may not open or write; undefined if the file itself is damaged. */
export function whyNotOpened(path: string, cause: unknown): Error | undefined {
  const code = whyUnwritable(path, cause)
  if (code === null) return undefined
  const refused = unwritable(path, Object.assign(new Error('SQLite cannot write.', { cause }), { code }))
  return refused instanceof Error ? refused : undefined
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damage: readonly number[] = [11, 26]

/** Returns whether SQLite reports a half-written file or no database. */
export function isDamage(error: unknown): boolean {
  return damage.includes(Number((error as { errcode?: unknown } | null)?.errcode) & 0xff)
}

/** Empty databases in memory, by the scripts that created them: copying one takes a tenth of the time. */
const empty = new WeakMap<readonly string[], Uint8Array>()

function inMemory(schema: Schema): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const known = empty.get(schema.migrations)
  if (known === undefined) {
    migrate(db, ':memory:', schema)
    // Node 22 cannot copy a database.
    if ('serialize' in db) empty.set(schema.migrations, db.serialize())
  } else db.deserialize(known)
  db.exec('PRAGMA foreign_keys = ON')
  return db
}

/** Null if the file itself is damaged. SQLite reports "cannot open" also for a folder in which it cannot create its own files. */
function whyUnwritable(path: string, cause: unknown): string | null {
  return rejectionOf(path, cause) ?? deniedBy(path)
}

/** Returns the error for what SQLite cannot write because of the disk, or cannot read because of damage; any other error unchanged. */
export function unwritableDatabase(path: string, error: unknown): unknown {
  if (isDamage(error)) return brokenDatabase(path, error)
  const code = rejectionOf(path, error)
  if (code === undefined) return error
  return unwritable(path, Object.assign(new Error('SQLite cannot write.', { cause: error }), { code }))
}

/** Deletes a database and SQLite's files next to it. */
export function removeDatabase(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}

/**
 * Runs `work` in one IMMEDIATE transaction: all of it is committed, or nothing. Within a caller's
 * transaction it becomes a savepoint of that one: all of it stays, or nothing. Returns what `work` returns.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return part(db, work)
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

function part<T>(db: DatabaseSync, work: () => T): T {
  db.exec('SAVEPOINT part')
  try {
    const result = work()
    db.exec('RELEASE part')
    return result
  } catch (error) {
    // A full disk ends the whole transaction.
    if (db.isTransaction) db.exec('ROLLBACK TO part; RELEASE part')
    throw error
  }
}

/** Runs `work` within a transaction and rolls back its writes if `isFailure` returns true for its result. Returns what `work` returns. */
export function savepoint<T>(db: DatabaseSync, work: () => T, isFailure: (result: T) => boolean): T {
  db.exec('SAVEPOINT part')
  const result = work()
  if (isFailure(result)) db.exec('ROLLBACK TO part')
  db.exec('RELEASE part')
  return result
}

/** Returns the version that all scripts together create. */
export function lastVersion({ migrations, first = 1 }: Schema): number {
  return migrations.length === 0 ? 0 : first + migrations.length - 1
}

function migrate(db: DatabaseSync, path: string, schema: Schema): void {
  const { migrations, first = 1 } = schema
  const last = lastVersion(schema)
  if (requireVersion(db, path, schema) === last) return
  transaction(db, () => {
    const from = requireVersion(db, path, schema)
    for (const script of migrations.slice(Math.max(0, from - first + 1))) db.exec(script)
    db.exec(`PRAGMA user_version = ${last}`)
  })
}

/** Returns the version of the file; 0 for a new one. Raises `storage.newer` and `storage.older` for a version that this release cannot read. */
export function requireVersion(db: DatabaseSync, path: string, schema: Schema): number {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  const last = lastVersion(schema)
  if (version > last) throw newerState(path, ` (format ${version}, but this version reads only up to ${last})`)
  if (version > 0 && version < (schema.first ?? 1)) throw olderState(path)
  return version
}

/** Creates the error for a file that a later release wrote. */
export function newerState(path: string, formats = ''): AppError {
  return new AppError('storage.newer', `${path} was written by a newer version of svcapp${formats}.`, {
    suggestions: ['Update svcapp, or set SVCAPP_HOME to another folder.'],
  })
}

/** Creates the error for a file or folder of a preview, which the user must move aside. */
export function olderState(path: string): AppError {
  const word = plainWord(path)
  return new AppError('storage.older', `${path} was written by a preview version of svcapp and cannot be read.`, {
    suggestions: [
      `mv ${word} ${word}.old`,
      'Then run the command again, which creates a new file. Your secrets are stored elsewhere and stay valid.',
    ],
  })
}
