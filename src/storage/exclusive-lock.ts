import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { isDamage, unwritableDatabase } from './database.ts'
import { ensurePrivateFile } from './files.ts'
import { isBusy } from './when-free.ts'

/** A process that only checks the lock reads the file for a moment, longer on a busy machine. Each attempt waits this long, in ms. */
const READER_MS = 250
const READER_TRIES = 40

/**
 * Takes a lock that one process at a time can hold, and returns its release; null while another process holds it. It is
 * SQLite's lock on a small file: the system releases it when the process exits, even by kill -9 (P14). Keep the release
 * referenced: the lock is released when it is garbage-collected. Raises `storage.unwritable` and `storage.broken`.
 */
export function takeLock(path: string): (() => void) | null {
  ensurePrivateFile(path)
  for (let tries = 1; ; tries++) {
    const release = tryLock(path)
    // A reader prevents locks, but not other readers.
    if (release !== null || tries === READER_TRIES || isLocked(path)) return release
  }
}

/** Returns the release; null while others use the file. */
function tryLock(path: string): (() => void) | null {
  const db = new DatabaseSync(path)
  try {
    db.exec(`PRAGMA busy_timeout = ${READER_MS}; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE`)
    return () => db.close()
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw unwritableDatabase(path, error)
  }
}

/** Returns whether a process holds the lock of this file. A pid in a file next to it may already belong to another program; the lock cannot. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const db = new DatabaseSync(path)
  try {
    // An exclusive lock prevents reading.
    db.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema')
    return false
  } catch (error) {
    // A file that is not a database cannot be locked.
    return !isDamage(error)
  } finally {
    db.close()
  }
}
