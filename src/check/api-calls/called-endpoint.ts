import { endpoints } from '../../catalog/catalog.ts'
import { API_PREFIX, type EndpointFacts } from '../../catalog/endpoint.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import type { ApiCall } from '../harness/calls.ts'

/** Returns the URL that a call requests. */
export function addressOf({ path }: Pick<ApiCall, 'path'>): URL {
  return new URL(path, 'http://platform.invalid')
}

/** Returns the platform endpoint that a call addresses; null for an unknown one. */
export function calledEndpoint(call: Pick<ApiCall, 'method' | 'path'>): EndpointFacts | null {
  const { pathname } = addressOf(call)
  if (!pathname.startsWith(API_PREFIX)) return null
  return matchEndpoint(endpoints, { method: call.method, path: pathname.slice(API_PREFIX.length) })
}
