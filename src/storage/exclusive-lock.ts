import { DatabaseSync } from 'node:sqlite'

import { ensurePrivateFile } from './files.ts'

/**
 * Takes a lock that one process at a time may have, and answers with its release; null while another process has it. It is SQLite's lock on a small file: the
 * system lets go of it when the process ends, also by kill -9. Raises `storage.unwritable`.
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
