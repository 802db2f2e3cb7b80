import type { EndpointFacts } from '../catalog/endpoint.ts'

/**
 * Form of an endpoint's call in a program:
 * - `rows`: its body is only a list of rows, so it takes rows and returns a result for each.
 * - `delta`: its changes are read by cursor.
 * - `plain`: one request, one response.
 */
export type CallKind = 'plain' | 'rows' | 'delta'

export function callKind({ rows, paging }: EndpointFacts): CallKind {
  if (paging === 'cursor') return 'delta'
  return rows === undefined ? 'plain' : 'rows'
}
