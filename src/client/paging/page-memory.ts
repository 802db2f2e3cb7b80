import { ExactNumber } from '../../text/json.ts'

/** Number of rows that are saved to recognize repeated ones: ten pages of the largest size. */
export const REMEMBERED_ROWS = 1_000

/** Saves the ids of the last rows and deletes the oldest first. A row without an id is always new, because two equal ones may be different rows. */
export function createMemory() {
  const ids = new Set<string>()
  return {
    isNew(row: unknown): boolean {
      const id = idOf(row)
      if (id === null) return true
      const isNew = !ids.delete(id)
      ids.add(id)
      const [oldest] = ids.size > REMEMBERED_ROWS ? ids : []
      if (oldest !== undefined) ids.delete(oldest)
      return isNew
    },
  }
}

/** Returns the id of a row as text; null if it has none. */
export function idOf(row: unknown): string | null {
  const id: unknown = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
  return typeof id === 'number' || typeof id === 'string' || id instanceof ExactNumber ? String(id) : null
}
