import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { isDamage, unwritableDatabase } from './database.ts'
import { ensurePrivateFile } from './files.ts'
import { isBusy } from './when-free.ts'

/** A process that only looks at the lock reads the file for a moment, and for longer where the machine is busy. Each try waits that long, in ms. */
const READER_MS = 250
const READER_TRIES = 40

/**
 * Takes a lock that one process at a time may have, and returns its release; null while another process has it. It is SQLite's lock on a small file: the
 * system lets go of it when the process ends, even by kill -9 (P14). The release must be kept referenced: the lock of a collected one is released. Raises
 * `storage.unwritable` and `storage.broken`.
 */
export function takeLock(path: string): (() => void) | null {
  ensurePrivateFile(path)
  for (let tries = 1; ; tries++) {
    const release = tryLock(path)
    // Who only reads keeps others from locking, and not from reading.
    if (release !== null || tries === READER_TRIES || isLocked(path)) return release
  }
}

/** The release; null while others have the file. */
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

/** Whether a process has the lock of this file. A pid in a file beside it may by now belong to another program; the lock cannot. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const db = new DatabaseSync(path)
  try {
    // Reading is what an exclusive lock forbids.
    db.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema')
    return false
  } catch (error) {
    // Nobody can lock a file that is no database.
    return !isDamage(error)
  } finally {
    db.close()
  }
}
