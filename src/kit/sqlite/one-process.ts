import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { KitError } from '../kit-error.ts'

/** SQLite's code for a lock that another process holds. */
const BUSY = 5

/**
 * Makes this the only process that uses a SQLite file: another process would treat the leases of its jobs as abandoned. The
 * lock is the operating system's, so it ends when the process exits in any way. Throws `database.in-use`. Returns the release.
 */
export function lockFile(path: string): () => void {
  const file = `${path}-process`
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA busy_timeout = 500; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === BUSY)) throw error
    const advice = 'Stop that process. For several processes, set DATABASE_URL to a PostgreSQL database.'
    throw new KitError('database.in-use', `${path} is in use by another process. ${advice}`, {
      suggestions: [advice],
    })
  }
  return () => lock.close()
}
