import type { DatabaseSync } from 'node:sqlite'

/** Up to this size every page of a database is read, which takes a tenth of a second; a larger one would take too long. */
export const QUICK_CHECK_UP_TO_BYTES = 64 * 1024 * 1024

/** Reads every page and returns 'ok' or the first error. Raises what SQLite raises for a file that it cannot read. */
export function quickCheck(db: DatabaseSync): string {
  return String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
}
