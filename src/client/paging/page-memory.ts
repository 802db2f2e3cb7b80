import { ExactNumber } from '../../text/json.ts'

/** How many rows are remembered to tell old ones from new: ten pages of the largest size. */
export const REMEMBERED_ROWS = 1_000

/** Remembers the last rows by their id, the oldest forgotten first. A row without an id is always new: two equal ones may well be two. */
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

/** The id of a row as text; null where it has none. */
export function idOf(row: unknown): string | null {
  const id: unknown = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
  return typeof id === 'number' || typeof id === 'string' || id instanceof ExactNumber ? String(id) : null
}
