import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { AppError } from '../errors.ts'
import { adviceOn } from '../errors/advice.ts'
import { closeServer } from '../http/close-server.ts'
import { listenOnLoopback, type ListenOptions } from '../http/loopback-port.ts'
import { commonSheet } from '../styles/sheets.ts'
import { defined } from '../text/defined.ts'
import { denyApi, denyStranger, newToken, type Denied } from './access.ts'
import { errorBody, notFoundPage, ownHeaders, writeJson, writeText } from './answers.ts'
import { answerApi, type ApiTools } from './api.ts'
import { HEALTH_PATH, type Health } from './health.ts'
import { streamNews } from './live.ts'
import { pageFiles } from './page-files.ts'
import { parseFilter, parseCursor } from './query.ts'
import { readJson } from './read-json.ts'
import { createTickets, type Tickets } from './tickets.ts'

export interface InspectorOptions extends ApiTools {
  /** 0 picks a free port. */
  readonly port: number
  readonly randomBytes: (size: number) => Buffer
  readonly holder?: ListenOptions['holder']
  /** Flag that sets the port, for the error message. */
  readonly portFlag?: string
  /** Returns the running parts; all of them if omitted. */
  readonly health?: () => Health
  /** Adds the target to suggested commands. */
  readonly nameTarget?: (text: string) => string
}

export interface Inspector {
  readonly port: number
  /** Address that reports the running parts to any program on this machine. */
  readonly healthUrl: string
  /** Address with the token in its fragment, which a browser never sends. */
  readonly url: string
  /** Returns the address to open a browser with: like `url`, but with a single-use ticket, valid for a minute, in place of the token. */
  readonly ticketUrl: () => string
  readonly close: () => Promise<void>
}

/** The only API path that needs no token. */
const TICKET_PATH = '/api/ticket'
/** For another command of the same user, which has the token and is about to start a browser. */
const NEW_TICKET_PATH = '/api/tickets'

/** Maximum number of listening pages, because each one reads the journal three times per second. */
const MOST_STREAMS = 16

interface OpenInspector extends InspectorOptions {
  readonly token: string
  readonly tickets: Tickets
  streams: number
}

/**
 * Starts the journal's page on 127.0.0.1. The page's files contain no data and are public. Every
 * API request needs the token of this start (T4 to T9, T13, T19). Raises `gateway.port-taken`.
 */
export async function startInspector(options: InspectorOptions): Promise<Inspector> {
  const inspector: OpenInspector = {
    ...options,
    token: newToken(options.randomBytes),
    tickets: createTickets(options),
    streams: 0,
  }
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (incoming, outgoing) => {
    answer(inspector, incoming, outgoing).catch(() => outgoing.destroy())
  })
  // Upgrades are never accepted (T6).
  server.on('upgrade', (_incoming, socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  const port = await listenOnLoopback(server, {
    port: options.port,
    what: 'inspector',
    ...defined({ flag: options.portFlag, holder: options.holder }),
  })
  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${inspector.token}`,
    healthUrl: `http://127.0.0.1:${port}${HEALTH_PATH}`,
    ticketUrl: () => `http://127.0.0.1:${port}/#ticket=${inspector.tickets.issue()}`,
    close: () => closeServer(server),
  }
}

async function answer(inspector: OpenInspector, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const stranger = denyStranger(incoming)
  if (stranger !== null) return deny(outgoing, stranger)
  const url = parseTarget(incoming.url)
  if (url === null) return deny(outgoing, { status: 400, message: 'The request target is not a path.' })
  const { method } = incoming
  if (url.pathname.startsWith('/api/')) {
    const isTicket = method === 'POST' && url.pathname === TICKET_PATH
    const denied = denyApi(incoming, isTicket ? null : inspector.token)
    if (denied !== null) return deny(outgoing, denied)
    if (method !== 'GET' && method !== 'POST') return deny(outgoing, notThisWay)
    return answerData(inspector, { incoming, outgoing, url, method })
  }
  return answerPage(inspector, outgoing, { path: url.pathname, method, accept: incoming.headers.accept })
}

interface PublicRequest {
  readonly path: string
  readonly method: string | undefined
  readonly accept: string | undefined
}

/** Serves content that is public on this machine. */
async function answerPage(
  inspector: OpenInspector,
  outgoing: ServerResponse,
  { path, method, accept }: PublicRequest,
): Promise<void> {
  const file = (await pageFiles()).get(path)
  if (file === undefined && path !== HEALTH_PATH) {
    return accept?.includes('text/html') === true ? writeText(outgoing, notFoundPage) : deny(outgoing, notFound)
  }
  if (method !== 'GET') return deny(outgoing, notThisWay)
  if (file === undefined) return answerHealth(inspector, outgoing)
  writeText(outgoing, path === '/style.css' ? { ...file, text: commonSheet() + file.text } : file)
}

function answerHealth({ health }: OpenInspector, outgoing: ServerResponse): void {
  const up = health?.() ?? { app: true, platform: true }
  const ok = up.app && up.platform
  writeJson(outgoing, { status: ok ? 200 : 503, body: { ok, ...up } })
}

const notFound: Denied = { status: 404, message: 'Not found.' }
const notThisWay: Denied = { status: 405, message: 'This path does not accept the request method.' }

interface PageRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly url: URL
  readonly method: 'GET' | 'POST'
}

async function answerData(inspector: OpenInspector, { incoming, outgoing, url, method }: PageRequest): Promise<void> {
  const { pathname: path, searchParams: query } = url
  try {
    if (method === 'GET' && path === '/api/events') return listen(inspector, { incoming, outgoing, url, method })
    const body = method === 'POST' ? await readJson(incoming) : {}
    if (method === 'POST' && path === TICKET_PATH) return takeTicket(inspector, outgoing, body)
    if (method === 'POST' && path === NEW_TICKET_PATH) {
      return writeJson(outgoing, { status: 200, body: { ticket: inspector.tickets.issue() } })
    }
    const found = await answerApi(inspector, method, { path, query, body })
    if (found === null) deny(outgoing, notFound)
    else writeJson(outgoing, found)
  } catch (error) {
    writeJson(outgoing, { status: errorStatus(error), body: bodyOf(error, inspector) })
  }
}

/** Exchanges a ticket for the token. */
function takeTicket(
  { tickets, token }: OpenInspector,
  outgoing: ServerResponse,
  { ticket }: Readonly<Record<string, unknown>>,
): void {
  if (tickets.use(ticket)) writeJson(outgoing, { status: 200, body: { token } })
  else
    deny(outgoing, {
      status: 401,
      message:
        'This link was already used or has expired. For a new link, press `w` in `app dev` or run `app open inspector`.',
    })
}

function listen(inspector: OpenInspector, { outgoing, url }: PageRequest): void {
  if (inspector.streams >= MOST_STREAMS) {
    return writeJson(outgoing, {
      status: 503,
      body: errorBody('inspector.too-many', 'Too many inspector pages are open. Close one, then reload this page.'),
    })
  }
  const tools = {
    journal: inspector.journal,
    filter: parseFilter(url.searchParams),
    after: parseCursor(url.searchParams, 'after'),
  }
  inspector.streams++
  outgoing.once('close', () => inspector.streams--)
  streamNews(tools, outgoing)
}

function deny(outgoing: ServerResponse, { status, message }: Denied): void {
  // The request body is not read, so the connection closes with the response.
  outgoing.writeHead(status, { ...ownHeaders, 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
  outgoing.end(JSON.stringify(errorBody('inspector.denied', message)))
}

function errorStatus(error: unknown): number {
  if (!(error instanceof AppError)) return 500
  if (error.code === 'journal.unknown-delivery') return 404
  return error.code.startsWith('usage.') ? 400 : 409
}

function bodyOf(error: unknown, { places, nameTarget = (text) => text }: InspectorOptions): unknown {
  if (!(error instanceof AppError)) return errorBody('cli.unexpected', 'The inspector request failed.')
  const suggestions = adviceOn(places?.().target ?? 'emulator', error.advice)
  return errorBody(error.code, error.message, suggestions.map(nameTarget))
}

/** Returns a request's target as an address of this listener, or null for anything else (T15). */
function parseTarget(target: string | undefined): URL | null {
  if (target?.startsWith('/') !== true || target.startsWith('//')) return null
  return URL.parse(target, 'http://127.0.0.1')
}
