/** Maximum number of rows that are listed. */
const NAMED = 4

/** Describes row indexes as numbers from 1: `row 3`, `rows 1 and 6`, `rows 1, 2, 3, 4 and 96 more`. */
export function inRows(indexes: readonly number[]): string {
  const numbers = indexes.slice(0, NAMED).map((index) => String(index + 1))
  const more = indexes.length - numbers.length
  const parts = more > 0 ? [...numbers, `${more} more`] : numbers
  const [last = '', ...others] = parts.toReversed()
  return others.length === 0 ? `row ${last}` : `rows ${others.toReversed().join(', ')} and ${last}`
}
