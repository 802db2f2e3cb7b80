import type { EndpointFacts } from '../catalog/endpoint.ts'

/**
 * How an endpoint is called in a program:
 * - `rows`: its body is a list of rows and nothing else, so rows are handed over and each has its own result.
 * - `delta`: its changes are read on from a cursor.
 * - `plain`: one request, one answer.
 */
export type CallKind = 'plain' | 'rows' | 'delta'

export function callKind({ body, paging }: EndpointFacts): CallKind {
  if (paging === 'cursor') return 'delta'
  return body !== undefined && fieldNames(body).join(',') === 'items' ? 'rows' : 'plain'
}

function fieldNames(schema: NonNullable<EndpointFacts['body']>): string[] {
  // zod types the definition of the base class only; an object keeps its fields in `shape`.
  const { shape = {} }: { type: string; shape?: object } = schema._zod.def
  return Object.keys(shape)
}
