import type { EndpointFacts } from '../catalog/endpoint.ts'

/**
 * How an endpoint is called in a program:
 * - `rows`: its body is a list of rows and nothing else, so rows are handed over and each has its own result.
 * - `delta`: its changes are read on from a cursor.
 * - `plain`: one request, one answer.
 */
export type CallKind = 'plain' | 'rows' | 'delta'

export function callKind({ rows, paging }: EndpointFacts): CallKind {
  if (paging === 'cursor') return 'delta'
  return rows === undefined ? 'plain' : 'rows'
}
