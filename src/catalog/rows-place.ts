import type { EndpointFacts } from './endpoint.ts'

/** Which member of an answer holds its rows: `array` for the answer itself, null where the answer is one record. */
export type RowsPlace = 'array' | 'items' | 'results' | null

type Schema = EndpointFacts['response']

/** Where the catalog says that the rows are: `items` of an order are its lines, and the order is the row. */
export function rowsPlaceOf({ paging, response }: Pick<EndpointFacts, 'paging' | 'response'>): RowsPlace {
  if (paging === 'array') return 'array'
  if (paging !== undefined) return 'items'
  // zod types the definition of the base class only; a shape is there for an object.
  const { shape } = response._zod.def as { readonly shape?: Readonly<Record<string, Schema>> }
  return shape?.['results'] === undefined ? null : 'results'
}
