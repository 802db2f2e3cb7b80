import { statSync } from 'node:fs'

/** While another process creates a file, it is empty for a moment. */
const JUST_MADE_MS = 1000

/** Whether this file was emptied after it was made: SQLite would take it for a new database (R7). False where there is none, and where nobody keeps when it was made. */
export function isEmptied(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.size === 0 && found.birthtimeMs > 0 && found.mtimeMs - found.birthtimeMs > JUST_MADE_MS
}
