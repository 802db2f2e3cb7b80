import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { ConfigError } from '../config.ts'

/** SQLite's code for a lock that another process holds. */
const BUSY = 5

/**
 * Makes this the only process that works on the SQLite file `path`: leases of jobs would otherwise be taken for those of a dead process. The lock is the operating
 * system's, so it ends with the process, however that ends. Throws `ConfigError` while another process has it. Returns what gives it back.
 */
export function beAlone(path: string): () => void {
  const file = `${path}-process`
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA busy_timeout = 500; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === BUSY)) throw error
    throw new ConfigError(
      `Another process of this app works on ${path}, and a SQLite file serves one process. Stop the other one, or set DATABASE_URL to a PostgreSQL database: any number of processes work on that side by side.`,
    )
  }
  return () => lock.close()
}
