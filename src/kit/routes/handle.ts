import { AppError } from '../../errors.ts'
import type { Core } from '../core.ts'
import { textResponse } from '../http/responses.ts'
import { withSecurityHeaders, type Csp, type FramedBy, type HeaderFacts } from '../http/security-headers.ts'
import { listInstalls } from '../install/installs.ts'
import { findSource, reasonOf } from '../log/log.ts'
import { createRouter, type Match } from './router.ts'
import { buildRoutes, type RouteTools } from './routes.ts'

export interface HandleTools extends RouteTools {
  readonly csp: Csp
}

/** Responds to requests for the kit's routes. Null for every other request. */
export function createHandle(tools: () => HandleTools): (request: Request) => Promise<Response | null> {
  let made: { readonly tools: HandleTools; readonly find: ReturnType<typeof createRouter> } | undefined
  return async (request) => {
    // Created with the first request, because the app declares its routes until then.
    made ??= withRouter(tools())
    const found = made.find(request.method, new URL(request.url).pathname)
    return found === null ? null : respond(made.tools, request, found)
  }
}

function withRouter(tools: HandleTools) {
  return { tools, find: createRouter(buildRoutes(tools)) }
}

async function respond({ core, csp }: HandleTools, request: Request, { route, params }: Match): Promise<Response> {
  let facts: HeaderFacts = { framers: [], csp }
  try {
    // Some apps have no process that has opened it: a serverless function begins with a request.
    await core.opened()
    facts = { framers: await framersOf(core, route.framedBy), csp }
    return withSecurityHeaders(await route.respond(request, params), facts)
  } catch (error) {
    return withSecurityHeaders(failed(core, error, route.path), facts)
  }
}

async function framersOf(core: Core, framedBy: FramedBy): Promise<readonly string[]> {
  if (framedBy === 'admin') return [new URL(core.config().adminUrl).origin]
  if (framedBy === 'nobody') return []
  const installs = await listInstalls(core)
  const domains = installs.filter(({ state }) => state !== 'removed').map(({ storeDomain }) => storeDomain)
  // A domain that could end the directive is not valid.
  return [...new Set(domains)].filter((domain) => /^[\w.:-]+$/.test(domain))
}

/** The log contains the reason, the response does not. */
function failed({ log }: Core, error: unknown, path: string): Response {
  const code = error instanceof AppError ? error.code : undefined
  log('request failed', { path, code, reason: reasonOf(error), ...findSource(error) })
  if (code?.startsWith('database.')) {
    return textResponse('The database is not available. Try again soon.', 503, { 'Retry-After': '5' })
  }
  if (code === 'kit.body-consumed') return textResponse(code, 500)
  return textResponse("The request failed. The app's log shows the reason.", 500)
}
