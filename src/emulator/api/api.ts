import { dirname } from 'node:path'

import { limits } from '../../catalog/limits.ts'
import type { RequestRow } from '../../control/contract.ts'
import { isDamage } from '../../storage/database.ts'
import type { EmulatorContext } from '../context.ts'
import { showsCause } from '../debug-header.ts'
import type { RequestFault } from '../faults/request-fault.ts'
import { damagedPage } from '../files/damage.ts'
import { createRateLimit } from '../rate-limit.ts'
import { createRequestRing } from '../request-ring.ts'
import { answer, type Visit } from './answer.ts'
import { Refusal } from './rejection.ts'
import { createRouter } from './router.ts'
import { allRoutes } from './routes.ts'

export interface ApiInfo {
  /** Fault that affects a request which would otherwise succeed. */
  readonly fault?: RequestFault | null
}

export interface Api {
  /** Responds to a request to `/api/apps/v1/…`. Never rejects. */
  readonly fetch: (request: Request, info?: ApiInfo) => Promise<Response>
  /** Returns the latest calls, newest first. */
  readonly requests: () => RequestRow[]
}

const JSON_TYPE = 'application/json; charset=utf-8'
const plainHeaders = { 'Content-Type': JSON_TYPE }

/** Creates the platform's REST API: applies every catalog rule in the order of B10 to the store's database. */
export function createApi(context: EmulatorContext): Api {
  const ring = createRequestRing()
  const tools = {
    context,
    limit: createRateLimit(limits.requestsPerMinutePerToken, context.settings),
    route: createRouter(allRoutes()),
  }
  return {
    fetch: async (request, { fault = null } = {}) => {
      const began = performance.now()
      const at = context.now().getTime()
      const visit: Visit = {
        ...target(request.url),
        request,
        at,
        caller: null,
        appKey: null,
        regionId: null,
        failsRow: fault?.failsRow,
      }
      const result = await answer(tools, visit).catch((error: unknown) => failed(context, error))
      const isRefusal = result instanceof Refusal
      const row = {
        at,
        method: request.method,
        path: `${visit.path}${visit.search === '' ? '' : '?'}${visit.search}`,
        status: isRefusal ? result.status : 200,
        appKey: visit.appKey,
        storeId: visit.caller?.storeId ?? null,
        regionId: visit.regionId,
        ms: Math.round((performance.now() - began) * 100) / 100,
        cause: isRefusal ? result.why : (fault?.cause ?? null),
      }
      ring.add(row)
      context.notify({ kind: 'request', row: { ...row, at: new Date(at).toISOString() } })
      if (!isRefusal)
        return new Response(JSON.stringify(shown(context, request, result)), { status: 200, headers: plainHeaders })
      return reject(context, result, visit)
    },
    requests: ring.list,
  }
}

/** A20: under the alternative reading, the response to a read has no `success` member. */
function shown({ settings }: EmulatorContext, { method }: Request, body: unknown): unknown {
  if (settings().successOnReads || method !== 'GET' || typeof body !== 'object' || body === null) return body
  if (Array.isArray(body) || !('success' in body)) return body
  const { success: _, ...rest } = body
  return rest
}

/** N8: the only documented error shape. It includes `code` only if the documents specify one. */
function reject(
  context: EmulatorContext,
  { status, message, code, why }: Refusal,
  { retryAfter, request }: Visit,
): Response {
  const headers: Record<string, string> = { 'Content-Type': JSON_TYPE }
  if (showsCause(context, request)) headers['X-Emulator-Cause'] = why
  // N9: absent unless the setting enables it.
  if (retryAfter !== undefined && context.settings().retryAfterEverywhere) headers['Retry-After'] = String(retryAfter)
  return new Response(JSON.stringify({ success: false, message, code }), {
    status,
    headers,
  })
}

function failed(context: EmulatorContext, error: unknown): Refusal {
  const details = error instanceof Error ? { stack: error.stack ?? '' } : {}
  const damage = isDamage(error) ? damagedPage(dirname(context.registry.location() ?? ''), error) : null
  const message = damage === null ? `Emulator bug: ${String(error)}` : damage.message
  context.log({ level: 'warn', code: damage?.code ?? 'api.bug', message, details })
  return new Refusal(500, 'emulator-bug', { message: 'The emulator failed. Its log has the details.' })
}

/** Splits an absolute URL into path and query without the cost of parsing all of it. */
function target(url: string): { readonly path: string; readonly search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const fragment = url.indexOf('#', start)
  const rest = start === -1 ? '/' : url.slice(start, fragment === -1 ? undefined : fragment)
  const mark = rest.indexOf('?')
  return mark === -1 ? { path: rest, search: '' } : { path: rest.slice(0, mark), search: rest.slice(mark + 1) }
}
