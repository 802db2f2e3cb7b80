import { cut } from '../../text/cut.ts'

/** Maximum number of pieces of one product in a cart. More is a typing mistake. */
export const MOST_PIECES = 9999

/** Parses a quantity, or returns a message that explains why it is invalid. */
export function readQuantity(typed: string): number | string {
  const text = typed.trim()
  const pieces = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (pieces >= 1 && pieces <= MOST_PIECES) return pieces
  const given = text === '' ? 'A quantity is missing' : `“${cut(text, 30)}” is not a quantity`
  return `${given}. Enter a whole number from 1 to ${MOST_PIECES}.`
}
