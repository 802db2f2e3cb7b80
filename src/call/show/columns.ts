import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { rowsLocation } from '../../catalog/rows-location.ts'
import { innermost } from '../../catalog/schema.ts'

type Schema = EndpointFacts['response']

/** Deeper than the platform nests objects in any response. */
const MAX_DEPTH = 4

/** Returns the members of a response's row (`rowsLocation`) in the catalog's order, with nested members as `customer.name`. */
export function columnsOf(endpoint: Pick<EndpointFacts, 'paging' | 'rows' | 'response'>): string[] {
  const { response } = endpoint
  const place = rowsLocation(endpoint)
  if (place === null) return leaves(response, 0).filter((path) => path !== 'success')
  const list = place === 'array' ? response : innermost(response).shape?.[place]
  const row = list === undefined ? undefined : innermost(list).element
  return row === undefined ? [] : leaves(row, 0)
}

function leaves(schema: Schema, depth: number): string[] {
  const { shape } = innermost(schema)
  if (shape === undefined || depth === MAX_DEPTH) return []
  return Object.entries(shape).flatMap(([name, member]) => {
    const inner = leaves(member, depth + 1)
    return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`)
  })
}
