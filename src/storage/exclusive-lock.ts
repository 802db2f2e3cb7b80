import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { ensurePrivateFile } from './files.ts'

/**
 * Takes a lock that one process at a time may have, and returns its release; null while another process has it. It is SQLite's lock on a small file: the
 * system lets go of it when the process ends, even by kill -9 (P14). The release must be kept referenced: the lock of a collected one is released. Raises
 * `storage.unwritable`.
 */
export function takeLock(path: string): (() => void) | null {
  ensurePrivateFile(path)
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => db.close()
  } catch {
    db.close()
    return null
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
  } catch {
    return true
  } finally {
    db.close()
  }
}
