export interface Ring<T> {
  readonly add: (row: T) => void
  /** Lists the rows, newest first. */
  readonly list: () => T[]
}

/** Keeps the newest rows in memory, at most `size`. */
export function createRing<T>(size: number): Ring<T> {
  const rows: T[] = []
  let next = 0
  return {
    add: (row) => {
      rows[next] = row
      next = (next + 1) % size
    },
    list: () => [...rows.slice(next), ...rows.slice(0, next)].toReversed(),
  }
}
