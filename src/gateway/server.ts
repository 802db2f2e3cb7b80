import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { messageOf } from '../errors/thrown.ts'
import { closeServer } from '../http/close-server.ts'
import { listenOnLoopback, type ListenOptions } from '../http/loopback-port.ts'
import type { Journal } from '../journal/journal.ts'
import { createJournalWriter } from '../journal/writer.ts'
import type { RejectEnd } from '../processes/own-end.ts'
import { defined } from '../text/defined.ts'
import { createAppClient } from './app-client.ts'
import { createBodyReader, type BodyLimits, type BodyReader } from './body-reader.ts'
import { emptyEnvelope, ownAnswer, type DeliveryOutcome, type GatewayAnswer, type RejectReason } from './delivery.ts'
import { receiveDelivery, type Forward, type InboundTools } from './inbound.ts'
import { proxyPage, proxySocket, rejectUpgrade, type PageTools } from './pages.ts'
import type { ProbeEndpoint } from './probe-endpoint.ts'
import { answerUnread, answerWith, type HttpPair } from './raw-http.ts'
import { reportDelivery } from './report-delivery.ts'
import { createRetries, type RetriesTools } from './retries.ts'
import { isClosedPath, mayBeTakenFor, targetPath } from './targets.ts'

export interface GatewayOptions extends Omit<InboundTools, 'forward' | 'underway' | 'journal' | 'acknowledged'> {
  readonly journal: Journal
  /** 0 picks a free one. */
  readonly port: number
  readonly appPort: () => number
  /** Rejects listeners on the app's port that are not the app; no check by default. */
  readonly rejectListener?: RejectEnd
  /** The only path at which deliveries are received. */
  readonly webhookPath: string
  /** Milliseconds since any fixed moment, for durations. */
  readonly clock: () => number
  /** Called with the target of each page that is requested with GET. */
  readonly onPage?: (target: string) => void
  readonly onDelivery: (outcome: DeliveryOutcome) => void
  /** Called with the reason for a delivery that failed in the gateway itself and got a 500. */
  readonly onFailure?: (why: string) => void
  /** Called with method and path, and with the reason, for a page whose response cannot be passed on. */
  readonly onInvalidPage?: (page: string, why: string) => void
  /**
   * Acknowledge the platform's deliveries immediately and deliver them to the app from the gateway, with these pauses
   * in ms; after the last attempt a delivery is a dead letter. By default, the app's response is the response.
   */
  readonly ack?: Pick<RetriesTools, 'retryDelaysMs' | 'onAttempt' | 'onForward'>
  /** Receives the deliveries instead of the app; then there are no pages either. */
  readonly forward?: Forward
  /** Path by which this gateway is recognized from outside; neither proxied nor journaled. */
  readonly probe?: ProbeEndpoint
  readonly holder?: ListenOptions['holder']
  /** Flag that sets the port, for the error message. */
  readonly portFlag?: string
  readonly limits?: Partial<GatewayLimits>
}

export interface GatewayLimits extends BodyLimits {
  readonly headersMs: number
  /** Maximum number of deliveries that the app handles in parallel; the others wait in line. */
  readonly inFlight: number
  /** Maximum number in line; further ones are rejected. */
  readonly waiting: number
  readonly forwardMs: number
}

/** docs/threats.md T14; 30 s for the app, as other tools of the field allow (A13). */
const defaultLimits: GatewayLimits = {
  bodyBytes: 1024 * 1024,
  headersMs: 10_000,
  bodyMs: 30_000,
  bodies: 1024,
  heldBytes: 32 * 1024 * 1024,
  inFlight: 64,
  waiting: 256,
  forwardMs: 30_000,
}

export interface Gateway {
  readonly port: number
  readonly url: string
  /** Requests at the webhook path that were not deliveries, by reason. They are counted and not stored. */
  readonly refusals: ReadonlyMap<RejectReason, number>
  readonly close: () => Promise<void>
}

interface GatewayParts extends InboundTools {
  readonly options: GatewayOptions
  readonly limits: GatewayLimits
  readonly refusals: Map<RejectReason, number>
  readonly readBody: BodyReader
  answering: number
}

/**
 * Starts the public side of the gateway on 127.0.0.1: it receives deliveries at the webhook path
 * and streams everything else to the app. Raises `gateway.port-taken`.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...defaultLimits, ...options.limits }
  const app = createAppClient({
    port: options.appPort,
    ...defined({ reject: options.rejectListener }),
    timeoutMs: limits.forwardMs,
    inFlight: limits.inFlight,
    clock: options.clock,
  })
  const writer = createJournalWriter(options.journal)
  const forward = options.forward ?? app.forward
  const retries = options.ack ? createRetries({ ...options, ...options.ack, forward }) : null
  const parts: GatewayParts = {
    ...options,
    options,
    journal: writer,
    ...(retries && { acknowledged: retries.wake }),
    limits,
    forward,
    underway: new Map(),
    refusals: new Map(),
    readBody: createBodyReader(limits),
    answering: 0,
  }
  const pages: PageTools = {
    agent: app.pageAgent,
    port: options.appPort,
    onInvalid: ({ method, url }, why) => options.onInvalidPage?.(`${method} ${targetPath(url)}`, why),
  }
  /** Upgraded connections, which the server no longer counts as its own. */
  const joined = new Set<Duplex>()
  const route = createRoute(options.webhookPath)
  const server = createServer({ headersTimeout: limits.headersMs, connectionsCheckingInterval: 1000 })
  server.on('request', (incoming, outgoing) => {
    const path = route(incoming)
    if (path === 404 && options.probe !== undefined && targetPath(incoming.url) === options.probe.path) {
      void answerWith(outgoing, probeAnswer(incoming.method, options.probe))
    } else if (typeof path === 'number') {
      void answerWith(outgoing, ownAnswer(path, path === 404 ? 'not-found' : 'malformed'))
    } else if (path !== options.webhookPath) {
      if (options.forward) void answerWith(outgoing, ownAnswer(404, 'not-found'))
      else {
        if (incoming.method === 'GET') options.onPage?.(incoming.url ?? '/')
        proxyPage(pages, incoming, outgoing)
      }
    } else if (incoming.method === 'POST') {
      takeDelivery(parts, incoming, outgoing).catch((error: unknown) => {
        options.onFailure?.(messageOf(error))
        void answerWith(outgoing, ownAnswer(500, 'gateway-failed'))
      })
    } else {
      void answerWith(outgoing, ownAnswer(405, 'post-only', ['Allow', 'POST']))
    }
  })
  server.on('upgrade', (incoming: IncomingMessage, socket, head) => {
    const path = route(incoming)
    if (path === 404 || options.forward) return rejectUpgrade(socket, '404 Not Found')
    // A delivery is never an upgrade, and must not avoid verification by looking like one.
    if (path === 400 || path === options.webhookPath) return rejectUpgrade(socket, '400 Bad Request')
    joined.add(socket)
    socket.once('close', () => joined.delete(socket))
    proxySocket(pages, incoming, { socket, head })
  })
  const port = await listenOnLoopback(server, {
    port: options.port,
    what: 'gateway',
    ...defined({ flag: options.portFlag, holder: options.holder }),
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    refusals: parts.refusals,
    close: async () => {
      const quiet = retries?.close()
      const closed = closeServer(server)
      for (const socket of joined) socket.destroy()
      app.close()
      await closed
      await quiet
      writer.flush()
    },
  }
}

type Route = (incoming: IncomingMessage) => string | 400 | 404

/** Returns the path, or the status of an immediate rejection. Two Host headers are rejected, because each specifies another recipient (R10). */
function createRoute(webhookPath: string): Route {
  // Computed once, because nearly all requests are deliveries.
  const webhookRoute = isClosedPath(webhookPath) ? 404 : webhookPath
  return (incoming) => {
    const path = targetPath(incoming.url)
    if (path === null || (incoming.headersDistinct['host']?.length ?? 0) > 1) return 400
    if (path === webhookPath) return webhookRoute
    // Another spelling of the webhook path would reach the app unverified.
    return isClosedPath(path) || mayBeTakenFor(path, webhookPath) ? 404 : path
  }
}

function probeAnswer(method: string | undefined, { answer }: ProbeEndpoint): GatewayAnswer {
  if (method !== 'GET' && method !== 'HEAD') return ownAnswer(405, 'get-only', ['Allow', 'GET, HEAD'])
  const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']
  return { status: 200, headers, body: Buffer.from(answer) }
}

async function takeDelivery(parts: GatewayParts, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const receivedAt = parts.now()
  const body = await parts.readBody(incoming)
  if (body === 'gone') return
  if (typeof body === 'string') return reject(parts, { incoming, outgoing }, body)
  if (parts.answering >= parts.limits.inFlight + parts.limits.waiting) {
    return reject(parts, { incoming, outgoing }, 'too-many')
  }
  parts.answering++
  const outcome = await receiveDelivery(parts, {
    headers: incoming.headersDistinct,
    body,
    target: incoming.url ?? '/',
    rawHeaders: incoming.rawHeaders,
    receivedAt,
    // The slot is free once the response exists, so that a sender who never reads it cannot keep the slot.
  }).finally(() => parts.answering--)
  if (outcome.verdict.kind === 'rejected') count(parts, outcome.verdict.reason)
  const isUnheard = outgoing.destroyed
  if (isUnheard && outcome.deliveryId !== null) parts.journal.note(outcome.deliveryId, UNHEARD)
  await answerWith(outgoing, outcome.answer)
  reportDelivery(parts.options.onDelivery, isUnheard ? { ...outcome, isUnheard } : outcome)
}

/** Note of a delivery whose sender disconnected before the response. */
const UNHEARD = 'too-late'

const refusalStatus = { 'too-large': 413, 'too-slow': 408, 'too-many': 503 } as const

function reject(parts: GatewayParts, pair: HttpPair, reason: keyof typeof refusalStatus): void {
  count(parts, reason)
  answerUnread(pair, ownAnswer(refusalStatus[reason], reason, ['Connection', 'close']))
  reportDelivery(parts.options.onDelivery, {
    verdict: { kind: 'rejected', reason, ageSeconds: null },
    answer: ownAnswer(refusalStatus[reason], reason),
    deliveryId: null,
    envelope: emptyEnvelope,
    mark: 'first',
    topic: null,
    storeId: null,
    ms: 0,
  })
}

function count({ refusals, journal, now, target }: GatewayParts, reason: RejectReason): void {
  refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  journal.refusal({ at: now(), reason, ...defined({ target }) })
}
