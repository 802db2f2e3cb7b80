import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { createAppClient } from './app-client.ts'
import { ownAnswer, type DeliveryOutcome, type GatewayAnswer, type RefusalReason } from './delivery.ts'
import { receiveDelivery, type InboundTools } from './inbound.ts'
import { proxyPage, proxySocket, refuseUpgrade } from './pages.ts'
import { listenOnLoopback, type ListenOptions } from './ports.ts'
import { isClosedPath, mayBeTakenFor, targetPath } from './targets.ts'

export interface GatewayOptions extends Omit<InboundTools, 'forward' | 'underway'> {
  /** 0 picks a free one. */
  readonly port: number
  readonly appPort: () => number
  /** The one path at which deliveries are received. */
  readonly webhookPath: string
  /** Milliseconds since any fixed moment, for durations. */
  readonly clock: () => number
  readonly onDelivery: (outcome: DeliveryOutcome) => void
  readonly holder?: ListenOptions['holder']
  readonly limits?: Partial<GatewayLimits>
}

export interface GatewayLimits {
  readonly bodyBytes: number
  readonly headersMs: number
  readonly bodyMs: number
  /** Deliveries being read or answered at one time. */
  readonly inFlight: number
  readonly forwardMs: number
}

/** SECURITY.md T14; 30 s for the app as other tools of the field have it (A13). */
const defaultLimits: GatewayLimits = {
  bodyBytes: 1024 * 1024,
  headersMs: 10_000,
  bodyMs: 30_000,
  inFlight: 64,
  forwardMs: 30_000,
}

export interface Gateway {
  readonly port: number
  readonly url: string
  /** Requests at the webhook path that were no deliveries, by reason. They are counted and not stored. */
  readonly refusals: ReadonlyMap<RefusalReason, number>
  readonly close: () => Promise<void>
}

interface Desk extends InboundTools {
  readonly options: GatewayOptions
  readonly limits: GatewayLimits
  readonly refusals: Map<RefusalReason, number>
  reading: number
  answering: number
}

/** Starts the public side of the gateway on 127.0.0.1: deliveries at the webhook path, everything else streamed to the app. Raises `gateway.port-taken`. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...defaultLimits, ...options.limits }
  const app = createAppClient({ port: options.appPort, timeoutMs: limits.forwardMs, clock: options.clock })
  const desk: Desk = {
    ...options,
    options,
    limits,
    forward: app.forward,
    underway: new Map(),
    refusals: new Map(),
    reading: 0,
    answering: 0,
  }
  const pages = { agent: app.agent, port: options.appPort }
  const server = createServer({ headersTimeout: limits.headersMs, connectionsCheckingInterval: 1000 })
  server.on('request', (incoming, outgoing) => {
    const path = route(incoming, options.webhookPath)
    if (typeof path === 'number') return void answerWith(outgoing, ownAnswer(path, path === 404 ? 'not-found' : 'malformed'))
    if (path !== options.webhookPath) return void proxyPage(pages, incoming, outgoing)
    if (incoming.method !== 'POST') return void answerWith(outgoing, ownAnswer(405, 'post-only', ['Allow', 'POST']))
    void takeDelivery(desk, incoming, outgoing)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket, head) => {
    const path = route(incoming, options.webhookPath)
    if (path === 404) return refuseUpgrade(socket, '404 Not Found')
    // A delivery is never an upgrade, and must not get past the verification by looking like one.
    if (path === 400 || path === options.webhookPath) return refuseUpgrade(socket, '400 Bad Request')
    proxySocket(pages, incoming, { socket, head })
  })
  const port = await listenOnLoopback(server, {
    port: options.port,
    what: 'gateway',
    ...(options.holder && { holder: options.holder }),
  })
  return { port, url: `http://127.0.0.1:${port}`, refusals: desk.refusals, close: () => closeAll(server, app.close) }
}

/** The path, or the status that the request gets at once. Two Host headers are two opinions about whom it is for (R10). */
function route(incoming: IncomingMessage, webhookPath: string): string | 400 | 404 {
  const path = targetPath(incoming.url)
  if (path === null || (incoming.headersDistinct['host']?.length ?? 0) > 1) return 400
  // Another spelling of the webhook path would reach the app's receiver unverified.
  return isClosedPath(path) || mayBeTakenFor(path, webhookPath) ? 404 : path
}

async function takeDelivery(desk: Desk, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const receivedAt = desk.now()
  if (desk.reading >= desk.limits.inFlight || desk.answering >= desk.limits.inFlight) {
    return refuse(desk, { incoming, outgoing }, 'too-many')
  }
  desk.reading++
  const body = await readBody(incoming, desk.limits).finally(() => desk.reading--)
  if (body === 'gone') return
  if (typeof body === 'string') return refuse(desk, { incoming, outgoing }, body)
  desk.answering++
  try {
    const outcome = await receiveDelivery(desk, {
      headers: incoming.headersDistinct,
      body,
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      receivedAt,
    })
    if (outcome.verdict.kind === 'refused') count(desk, outcome.verdict.reason)
    await answerWith(outgoing, outcome.answer)
    desk.options.onDelivery(outcome)
  } finally {
    desk.answering--
  }
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

const refusalStatus = { 'too-large': 413, 'too-slow': 408, 'too-many': 503 } as const

function refuse(desk: Desk, exchange: Exchange, reason: keyof typeof refusalStatus): void {
  count(desk, reason)
  answerUnread(exchange, ownAnswer(refusalStatus[reason], reason, ['Connection', 'close']))
  desk.options.onDelivery({
    verdict: { kind: 'refused', reason, ageSeconds: null },
    answer: ownAnswer(refusalStatus[reason], reason),
    deliveryId: null,
    envelope: { eventId: null, regionId: null },
    mark: 'first',
    topic: null,
    storeId: null,
    ms: 0,
  })
}

function count({ refusals }: Desk, reason: RefusalReason): void {
  refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
}

/** The raw bytes, never inflated; or why there are none. `gone`: the sender hung up, nobody waits for an answer. */
async function readBody(
  incoming: IncomingMessage,
  { bodyBytes, bodyMs }: GatewayLimits,
): Promise<Buffer | 'too-large' | 'too-slow' | 'gone'> {
  if (Number(incoming.headers['content-length'] ?? 0) > bodyBytes) return 'too-large'
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const slow = setTimeout(() => finish('too-slow'), bodyMs)
    const finish = (result: Buffer | 'too-large' | 'too-slow' | 'gone') => {
      clearTimeout(slow)
      incoming.removeAllListeners('data')
      incoming.pause()
      resolve(result)
    }
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyBytes) return finish('too-large')
      chunks.push(chunk)
    })
    incoming.once('end', () => finish(Buffer.concat(chunks)))
    incoming.once('error', () => finish('gone'))
    incoming.once('close', () => finish('gone'))
  })
}

/** How long a sender may go on sending what nobody reads. */
const LINGER_MS = 1000

/** Answers before the body was read. What still comes is thrown away for a moment: a connection that is cut at once takes the answer with it. */
function answerUnread({ incoming, outgoing }: Exchange, { status, headers, body }: GatewayAnswer): void {
  outgoing.writeHead(status, [...headers, 'Content-Length', String(body.length)])
  outgoing.write(body)
  const end = () => {
    clearTimeout(linger)
    outgoing.end()
  }
  const linger = setTimeout(end, LINGER_MS)
  incoming.once('end', end)
  incoming.once('close', end)
  incoming.once('error', end)
  incoming.resume()
}

/** Resolves when the answer is handed to the system or can no longer be. */
function answerWith(outgoing: ServerResponse, answer: GatewayAnswer): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('close', resolve)
    outgoing.once('finish', resolve)
    // The app's reason phrase and headers were parsed by Node before; what it took it also writes, but a hostile app must not end us.
    try {
      // A 204 and a 304 have no body and name no length (RFC 9110 section 8.6).
      const length = answer.status === 204 || answer.status === 304 ? [] : ['Content-Length', String(answer.body.length)]
      outgoing.writeHead(answer.status, [...answer.headers, ...length]).end(answer.body)
    } catch {
      outgoing.destroy()
    }
  })
}

async function closeAll(server: Server, closeApp: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  server.closeAllConnections()
  closeApp()
  await closed
}
