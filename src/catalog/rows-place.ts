import type { EndpointFacts } from './endpoint.ts'

/** Which member of an answer holds its rows: `array` for the answer itself, null where the answer is one record. */
export type RowsPlace = 'array' | 'items' | 'results' | null

/** Where the catalog says that the rows are: `items` of an order are its lines, and the order is the row. */
export function rowsPlaceOf({ paging, rows }: Pick<EndpointFacts, 'paging' | 'rows'>): RowsPlace {
  if (rows === 'each') return 'results'
  if (paging === undefined) return null
  return paging === 'array' ? 'array' : 'items'
}
