export interface Ring<T> {
  readonly add: (row: T) => void
  /** Newest first. */
  readonly list: () => T[]
}

/** The newest rows, in memory and no more than `size`. */
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
