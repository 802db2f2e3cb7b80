import type { ExactNumber } from '../../text/json.ts'

/** Parses an id from digits. Returns null if the number exceeds every possible id, so that the lookup finds no row. */
export function idOf(digits: string): number | null {
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : null
}

/** Converts an id from a body to its stored form. Returns null if it exceeds every possible id, so that the lookup finds no row. */
export function rowId(id: number | ExactNumber): number | null {
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}
