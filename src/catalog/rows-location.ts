import type { EndpointFacts } from './endpoint.ts'

/** The member of a response that contains its rows: `array` for the response itself, null if the response is one record. */
export type RowsLocation = 'array' | 'items' | 'results' | null

/** Returns the location of the rows according to the catalog: `items` of an order are its lines, and the order is the row. */
export function rowsLocation({ paging, rows }: Pick<EndpointFacts, 'paging' | 'rows'>): RowsLocation {
  if (rows === 'each') return 'results'
  if (paging === undefined) return null
  return paging === 'array' ? 'array' : 'items'
}
