import { DatabaseSync } from 'node:sqlite'

import { unwritableDatabase } from './database.ts'
import { ensurePrivateFile } from './files.ts'

/** Longer than any work under a lock takes, which reads and writes a small file. */
const WAIT_MS = 10_000

/**
 * Runs `work` while no other process works under the same lock file. The lock is SQLite's own: the system releases it
 * when the process exits, also by kill -9. Raises what the work raises, and `storage.*` if the file cannot be created.
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
