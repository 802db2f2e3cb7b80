import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

import type { App } from '../app.ts'
import type { Core } from '../core.ts'
import { coreOf } from '../create-app.ts'
import { textResponse } from '../http/responses.ts'
import { KitError } from '../kit-error.ts'
import { endOnSignal, type EndingTools } from './end-on-signal.ts'
import { healthResponse } from './health.ts'
import { homePage } from './home-page.ts'
import { createListener, type Handle } from './node-listener.ts'

export interface ServeOptions {
  /** Default: PORT, or 3000. */
  readonly port?: number
  /** Default: HOST, or 127.0.0.1. */
  readonly host?: string
  /**
   * Default: SVCAPP_ROLE, or `all`. With `web`, other processes run the jobs. A `worker` only
   * serves the health check. Both need PostgreSQL.
   */
  readonly role?: Role
}

const ROLES = ['all', 'web', 'worker'] as const

export type Role = (typeof ROLES)[number]

/** Process functions for a server. */
export interface ServeTools extends EndingTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly printError: (line: string) => void
}

/** In ms. The kit responds after 10 s to a body that arrives too slowly, and then its connection is closed. */
const limits = { requestTimeout: 15_000, connectionsCheckingInterval: 2_000 }

/**
 * Runs the app until the process gets a stop signal. If the environment is invalid, it prints one
 * sentence and exits.
 */
export async function serveApp(app: App, options: ServeOptions, tools: ServeTools): Promise<void> {
  try {
    await start(app, options, tools)
  } catch (error) {
    if (!(error instanceof KitError)) throw error
    tools.printError(error.message)
    tools.exit(1)
  }
}

async function start(app: App, options: ServeOptions, tools: ServeTools): Promise<void> {
  const core = coreOf(app)
  const { appKey } = core.config()
  const port = options.port ?? parsePort(tools.env['PORT'])
  // Requests from the internet arrive through the gateway of `app dev` or a proxy: HOST opens another interface.
  const host = options.host ?? tools.env['HOST'] ?? '127.0.0.1'
  const role = options.role ?? parseRole(tools.env['SVCAPP_ROLE'])
  if (role !== 'all' && core.database.kind !== 'postgres') throw needsPostgres(role)
  const working = await (role === 'web' ? core.opened() : app.work())
  const state = { isEnding: false }
  const server = createServer(limits, (incoming, outgoing) => void listener(incoming, outgoing))
  const listener = createListener(serverHandle(app, core, { state, role }), core.log)
  server.on('error', (error) => {
    tools.printError(`Cannot listen on port ${port}: ${error.message}`)
    tools.exit(1)
  })
  server.listen(port, host, () => {
    const address = server.address()
    const bound = typeof address === 'object' && address !== null ? address.port : port
    core.log('listening', { url: `http://${host}:${bound}`, app: appKey })
  })
  const stop = (withinMs: number) => {
    state.isEnding = true
    return Promise.all([stopServer(server, withinMs), working?.stop(withinMs)])
  }
  endOnSignal({ stop, close: () => app.close(), log: core.log }, tools)
}

/** Combines the kit's routes with those of its own server. */
function serverHandle(
  app: App,
  core: Core,
  { state, role }: { readonly state: { readonly isEnding: boolean }; readonly role: Role },
): Handle {
  return async (request, incoming) => {
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && pathname === '/healthz') return healthResponse(null)
    if (isRead && pathname === '/readyz')
      return healthResponse(state.isEnding ? 'The process is stopping.' : await app.ready())
    if (role === 'worker') return textResponse('Not found.', 404)
    if (isRead && pathname === '/') return homePage(core, request, incoming)
    return (await app.handle(request)) ?? textResponse('Not found.', 404)
  }
}

function parseRole(text: string | undefined): Role {
  const role = ROLES.find((one) => one === (text || 'all'))
  if (role !== undefined) return role
  throw new KitError('config.invalid', 'SVCAPP_ROLE is invalid. Set it to all, web or worker.', {
    suggestions: ['Set SVCAPP_ROLE to all, web or worker.'],
  })
}

function needsPostgres(role: Role): KitError {
  const advice = 'Set DATABASE_URL to a PostgreSQL database, or leave out the role.'
  const why = 'With SQLite, one process runs the jobs and serves requests.'
  return new KitError('config.invalid', `The role ${role} (SVCAPP_ROLE) needs several processes. ${why} ${advice}`, {
    suggestions: [advice],
  })
}

function parsePort(text: string | undefined): number {
  const port = Number(text ?? '3000')
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  const advice = 'Set PORT to a number from 0 to 65535.'
  throw new KitError('config.invalid', `PORT is not a port number. ${advice}`, { suggestions: [advice] })
}

/** Accepts no new connection, and waits for requests in progress. */
async function stopServer(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  // A request that hangs must not keep the process alive.
  const alarm = setTimeout(() => server.closeAllConnections(), withinMs)
  await closed
  clearTimeout(alarm)
}
