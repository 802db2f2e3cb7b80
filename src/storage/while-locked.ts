import { DatabaseSync } from 'node:sqlite'

import { unwritableDatabase } from './database.ts'
import { ensurePrivateFile } from './files.ts'

/** Longer than any work under a lock takes: reading and writing a small file. */
const WAIT_MS = 10_000

/**
 * Does something while no other process does anything under the same file. The lock is SQLite's own: the system lets go of it when the process ends, also by
 * kill -9. Raises what the work raises, and `storage.*` where the file cannot be made.
 */
export function whileLocked<T>(file: string, work: () => T): T {
  ensurePrivateFile(file)
  const db = new DatabaseSync(file)
  try {
    begin(db, file)
    return work()
  } finally {
    db.close()
  }
}

function begin(db: DatabaseSync, file: string): void {
  try {
    db.exec(`PRAGMA busy_timeout = ${WAIT_MS}; BEGIN EXCLUSIVE`)
  } catch (error) {
    throw unwritableDatabase(file, error)
  }
}
