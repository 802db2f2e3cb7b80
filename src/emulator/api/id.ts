import type { ExactNumber } from '../../text/json.ts'

/** The id that a text of digits names; null when no id can be that large, so that nothing is found. */
export function idOf(digits: string): number | null {
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : null
}

/** An id of a body as it is stored; null when no id can be that large, so that nothing is found. */
export function rowId(id: number | ExactNumber): number | null {
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}
