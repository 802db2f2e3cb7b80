import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { rowsPlaceOf } from '../../catalog/rows-place.ts'

type Schema = EndpointFacts['response']

/** The little of a schema's definition that is read here; zod keeps it in `_zod.def`. */
interface Definition {
  readonly type: string
  readonly innerType?: Schema
  readonly element?: Schema
  readonly shape?: Readonly<Record<string, Schema>>
}

/** Deeper than any answer of the platform nests objects. */
const MAX_DEPTH = 4

/**
 * The members of a row of the answer (`rowsPlaceOf`), in the catalog's order, those of an object inside as `customer.name`.
 */
export function columnsOf(endpoint: Pick<EndpointFacts, 'paging' | 'response'>): string[] {
  const { response } = endpoint
  const place = rowsPlaceOf(endpoint)
  if (place === null) return leaves(response, 0).filter((path) => path !== 'success')
  const list = place === 'array' ? response : definitionOf(response).shape?.[place]
  const row = list === undefined ? undefined : definitionOf(list).element
  return row === undefined ? [] : leaves(row, 0)
}

function leaves(schema: Schema, depth: number): string[] {
  const { shape } = definitionOf(schema)
  if (shape === undefined || depth === MAX_DEPTH) return []
  return Object.entries(shape).flatMap(([name, member]) => {
    const inner = leaves(member, depth + 1)
    return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`)
  })
}

/** Without what may be wrapped around it: optional, nullable, default. */
function definitionOf(schema: Schema): Definition {
  // zod types the definition of the base class only; which members there are follows from `type`.
  let definition: Definition = schema._zod.def
  while (definition.innerType !== undefined) definition = definition.innerType._zod.def
  return definition
}
