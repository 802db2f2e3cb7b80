import { API_PREFIX, type EndpointFacts } from '../../catalog/endpoint.ts'
import type { EmulatorContext } from '../context.ts'
import { withFailingRows, type FailsRow } from '../faults/failing-rows.ts'
import type { RateLimit } from '../rate-limit.ts'
import type { Located } from './handler.ts'
import { identify, type Caller } from './identify.ts'
import { regionOfRequest } from './pin.ts'
import { readBody, readParams } from './read-input.ts'
import { notFound, Refusal } from './rejection.ts'
import type { Match } from './router.ts'
import type { Route } from './routes.ts'

export interface ApiTools {
  readonly context: EmulatorContext
  /** Counts calls by the digest of the token. */
  readonly limit: RateLimit
  readonly route: (method: string, path: string) => Match<Route> | null
}

/** One request, with the facts that the checks add during processing. */
export interface Visit {
  readonly request: Request
  readonly path: string
  /** Query without its question mark. */
  readonly search: string
  /** Unix ms on the emulator's clock. */
  readonly at: number
  caller: Caller | null
  appKey: string | null
  regionId: number | null
  /** Pending payment, reported only after the checks that precede it (B10). */
  unpaid?: Refusal
  /** Seconds to wait, set with a 429. */
  retryAfter?: number
  /** Selects the rows that an injected fault fails. */
  readonly failsRow?: FailsRow | undefined
}

const noQuery = new URLSearchParams()

/**
 * Returns the body of a successful response, or the first rejection in the order of B10: 401 token, 429, 401 inconsistent
 * token, 402, 404 unknown path, 403, pin 400 and 401, 404 missing record, 400 input, then the handler's own rejections.
 */
export async function answer(tools: ApiTools, visit: Visit): Promise<unknown> {
  const refusal = admit(tools, visit)
  if (refusal !== null) return refusal
  const located = locate(tools, visit)
  if (located instanceof Refusal) return located
  const { handler, endpoint, readQuery } = located.route
  const missing = typeof handler === 'function' ? null : handler.find(located.call)
  if (missing !== null) return missing
  const query = readQuery(located.sentQuery, tools.context.settings().paging)
  if (query instanceof Refusal) return query
  const body = await readBody(endpoint, visit.request)
  if (body instanceof Refusal) return body
  const respond = typeof handler === 'function' ? handler : handler.answer
  const call = { ...located.call, query, body }
  if (endpoint.method === 'GET') return respond(call)
  const { context, caller } = call
  const { failsRow } = visit
  return context.step(`${endpoint.method} ${visit.path} by ${caller.appKey}`, () => {
    // The step records changes only in databases that are requested within it.
    context.storeDb(caller.storeId)
    if (failsRow === undefined || endpoint.rows !== 'each') return respond(call)
    // The body of a request that writes rows is always `{items: rows}`.
    const sent = body as { readonly items: readonly unknown[] }
    return withFailingRows(failsRow, sent, (changed) => respond({ ...call, body: changed }))
  })
}

interface LocatedCall {
  readonly route: Route
  readonly sentQuery: URLSearchParams
  readonly call: Located<EndpointFacts>
}

/** Resolves the endpoint, scope, region and path parameters. */
function locate({ context, route }: ApiTools, visit: Visit): LocatedCall | Refusal {
  const { request, path, search, caller } = visit
  const match = path.startsWith(API_PREFIX) ? route(request.method, path.slice(API_PREFIX.length)) : null
  if (match === null || caller === null) return notFound('unknown-path')
  const { endpoint } = match.value
  const forbidden = missingScope(context, endpoint, caller)
  if (forbidden !== null) return forbidden
  if (visit.unpaid !== undefined) return visit.unpaid
  const sentQuery = search === '' ? noQuery : new URLSearchParams(search)
  const sent = { header: request.headers.get('x-region-id'), query: sentQuery.getAll('regionId') }
  const regionId = regionOfRequest(context, { caller, sent, endpoint })
  if (regionId instanceof Refusal) return regionId
  visit.regionId = regionId
  const params = readParams(endpoint, match.params)
  if (params instanceof Refusal) return params
  const db = context.storeDb(caller.storeId)
  return { route: match.value, sentQuery, call: { context, db, caller, regionId, params } }
}

/** Checks identity, rate, consistency and payment. Returns null if the request may continue, and then the caller is known. */
function admit({ context, limit }: ApiTools, visit: Visit): Refusal | null {
  const identified = identify(context, visit.request.headers.get('authorization'))
  if ('refusal' in identified) {
    visit.appKey = identified.appKey
    return identified.refusal
  }
  visit.caller = identified.caller
  visit.appKey = identified.caller.appKey
  visit.regionId = identified.caller.regionId
  const { problem, digest } = identified
  const isUnpaid = problem?.status === 402
  const { paymentCheck } = context.settings()
  if (isUnpaid && paymentCheck === 'before-rate') return problem
  const wait = limit(digest, visit.at)
  if (wait === 0) {
    if (!isUnpaid || paymentCheck !== 'after-scope') return problem
    visit.unpaid = problem
    return null
  }
  visit.retryAfter = wait
  return new Refusal(429, 'rate-limited', { message: 'Too many requests. The limit is 600 per minute for each token.' })
}

function missingScope(
  { settings }: EmulatorContext,
  { scope, method }: EndpointFacts,
  { scopes, isReadOnly }: Caller,
): Refusal | null {
  if (isReadOnly && method !== 'GET') {
    const status = settings().olderPrefixWrites === '403' ? 403 : 401
    return new Refusal(status, 'older-prefix-write', { message: 'This token is read-only.' })
  }
  if (scope === null || scopes.has(scope)) return null
  return new Refusal(403, 'scope-missing', { message: `The token lacks the scope ${scope}.` })
}
