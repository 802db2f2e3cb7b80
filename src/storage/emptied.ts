import { statSync } from 'node:fs'

/** A file that another process is creating is empty for a moment. */
const JUST_MADE_MS = 1000

/**
 * Returns whether this file was emptied later: SQLite would treat it as a new database (R7). False
 * if missing, or without a creation time.
 */
export function isEmptied(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.size === 0 && found.birthtimeMs > 0 && found.mtimeMs - found.birthtimeMs > JUST_MADE_MS
}
