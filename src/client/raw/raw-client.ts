import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import type { WireRequest } from '../../http/wire.ts'
import { rawPath, type QueryValue } from '../address.ts'
import {
  createClient,
  perform,
  buildRequest,
  type CallResult,
  type Client,
  type ClientTools,
  type Plan,
} from '../client.ts'

export interface RawInput {
  readonly method: string
  /** Below `/api/apps/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
  readonly region?: string | undefined
}

/** A client that also sends requests outside of the catalog. It loads the whole catalog, so libraries use `createClient`. */
export interface RawClient extends Client {
  /** Sends to any path below /api/apps/v1. The pin, retry and scope rules of the endpoint apply if the catalog lists it. */
  raw(input: RawInput): Promise<CallResult>
  /** Returns the request that `raw` would send. */
  prepareRaw(input: RawInput): Promise<WireRequest>
}

/** Creates the client of one install, with raw calls. Raises the errors of `createClient`. */
export function createRawClient(tools: ClientTools): RawClient {
  return {
    ...createClient(tools),
    raw: async (input) => perform(tools, await rawPlan(input)),
    prepareRaw: async (input) => buildRequest(tools, await rawPlan(input)).request,
  }
}

async function rawPlan(input: RawInput): Promise<Plan> {
  const method = input.method.toUpperCase()
  const path = rawPath(input.path)
  // Loaded on demand, because a call to one endpoint loads only its resource.
  const { endpoints } = await import('../../catalog/catalog.ts')
  const endpoint = matchEndpoint(endpoints, { method, path })
  return {
    endpoint,
    method,
    path,
    // An endpoint outside of the catalog probably needs a pin, but the platform decides that.
    rule: endpoint?.pin ?? 'token',
    params: {},
    query: input.query ?? {},
    body: input.body,
    region: input.region,
    isRaw: true,
  }
}
