import type { DatabaseSync } from 'node:sqlite'

/** Up to this size every page of a database is read, which takes a tenth of a second; a larger one would hold up what waits for it. */
export const QUICK_CHECK_UP_TO_BYTES = 64 * 1024 * 1024

/** Reads every page: 'ok', or the first thing that is wrong. Raises what SQLite raises for a file that it cannot read at all. */
export function quickCheck(db: DatabaseSync): string {
  return String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
}
