import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'

import type { EndpointFacts } from '../catalog/endpoint.ts'
import { tokenExchange } from '../catalog/oauth.ts'
import { closeServer } from '../http/close-server.ts'
import { listenOnLoopback, type ListenOptions } from '../http/loopback-port.ts'
import { isForThisMachine, isFromAnotherPage, isTunnelled } from '../http/own-host.ts'
import { throughProxy, type Proxy } from '../http/proxy.ts'
import { isRedirect } from '../http/status.ts'
import type { Call } from '../journal/calls/calls.ts'
import type { Journal } from '../journal/journal.ts'
import { createJournalWriter, type JournalWriter } from '../journal/writer.ts'
import { defined } from '../text/defined.ts'
import { watchAnswer } from './calls/call-answer.ts'
import { watchContent, type ContentWatch } from './calls/call-content.ts'
import { callWriter, type TokenUse } from './calls/call-writer.ts'
import { createExchangeReader, type ExchangeReader, type ExchangeRequest } from './calls/exchange-request.ts'
import { onwardHeaders } from './calls/onward-headers.ts'
import { passExchange } from './calls/pass-exchange.ts'
import { createTokenWatch, type TokenWatch } from './calls/token-watch.ts'
import { endToEndHeaders } from './headers.ts'
import { invalidAnswer, watchForSwitch } from './invalid-answer.ts'
import type { OtlpReceiver } from './otlp/receiver.ts'
import { answerUnread } from './raw-http.ts'
import { targetPath } from './targets.ts'
import { createDeliveryTraces, type DeliveryTraces } from './traces/delivery-traces.ts'

export interface OutboundOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Origin of the platform's API. */
  readonly baseUrl: URL
  /** Proxy for an https target; none by default. */
  readonly proxy?: Proxy | null
  readonly journal: Journal
  readonly now: () => Date
  /** Milliseconds since any fixed moment, for durations. */
  readonly clock: () => number
  readonly onCall: (call: Call) => void
  /**
   * Called with the platform's response to a successful token exchange, which stays in memory. Awaited before the app gets its response,
   * so that a token is stored on this machine before the app has it. A failure of this callback does not fail the app's exchange.
   */
  readonly onExchange: (answer: Uint8Array, exchange: ExchangeRequest) => Promise<void>
  /** The app's client id; null until it is known. Exchanges with another one are rejected by the gateway. */
  readonly clientId: () => string | null
  /** Called for each API call with a platform response, with the platform's verdict on the token. */
  readonly onToken?: (use: TokenUse) => void
  /** Hint recorded with a 401 of the exchange; none by default. */
  readonly exchangeHint?: string
  /** Endpoints of the catalog, which show whether a call needs a region. */
  readonly endpoints: readonly EndpointFacts[]
  /** Returns why a request with this method may not be sent to the platform (T38), or null. All are allowed by default. */
  readonly refusal?: (method: string) => string | null
  /** True to journal headers and bodies, secrets masked; they contain customer data of the store. False by default. */
  readonly keepsContent?: boolean
  /** Traces of the deliveries; without them no call is linked by a guess. */
  readonly traces?: DeliveryTraces
  /** Receives the app's own telemetry; no receiver by default. */
  readonly otlp?: OtlpReceiver
  readonly holder?: ListenOptions['holder']
  /** Flag that sets the port, for the error message. */
  readonly portFlag?: string
}

export interface Outbound {
  readonly port: number
  readonly url: string
  /** Records what a token is valid for, so that a pin that the platform ignores is flagged. */
  readonly learnToken: TokenWatch['learn']
  readonly close: () => Promise<void>
}

interface OpenRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: string
  /** Null except for a token exchange, whose body has already been read. */
  readonly exchange: ExchangeRequest | null
}

/** Starts the outbound side on 127.0.0.1: the app's API calls go through it to the platform and are journaled. Raises `gateway.port-taken`. */
export async function startOutbound(options: OutboundOptions): Promise<Outbound> {
  const isTls = options.baseUrl.protocol === 'https:'
  // Certificates are always checked, whatever the value of NODE_TLS_REJECT_UNAUTHORIZED (T31).
  const agent = isTls ? new TlsAgent({ keepAlive: true, rejectUnauthorized: true }) : new Agent({ keepAlive: true })
  if (options.proxy) Object.assign(agent, { createConnection: throughProxy(options.proxy) })
  const send = isTls ? tlsRequest : request
  const writer = createJournalWriter(options.journal)
  const tokens = createTokenWatch()
  const readExchange = createExchangeReader(options.clientId)
  const traces = options.traces ?? createDeliveryTraces()
  const server = createServer((incoming, outgoing) => {
    const path = targetPath(incoming.url)
    if (!isForThisMachine(incoming) || isTunnelled(incoming) || isFromAnotherPage(incoming)) {
      answer(outgoing, 403, 'Only the app on this machine can use this port.')
    } else if (path === null) answer(outgoing, 400, 'The request target is not a path.')
    else if (options.otlp?.isFor(path) === true) options.otlp.take(incoming, outgoing, path)
    else takeCall({ ...options, agent, send, writer, tokens, readExchange, traces }, { incoming, outgoing, path })
  })
  const port = await listenOnLoopback(server, {
    port: options.port,
    what: "gateway's outbound side",
    ...defined({ flag: options.portFlag, holder: options.holder }),
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    learnToken: tokens.learn,
    close: async () => {
      const closed = closeServer(server)
      agent.destroy()
      await closed
      writer.flush()
    },
  }
}

interface OutboundTools extends OutboundOptions {
  readonly agent: Agent
  readonly send: typeof request
  readonly writer: JournalWriter
  readonly tokens: TokenWatch
  readonly traces: DeliveryTraces
  readonly readExchange: ExchangeReader
}

function takeCall(tools: OutboundTools, wire: Omit<OpenRequest, 'exchange'>): void {
  const { method = 'GET' } = wire.incoming
  if (method === tokenExchange.method && wire.path === tokenExchange.path) return void passExchangeOn(tools, wire)
  const refusal = tools.refusal?.(method) ?? null
  if (refusal === null) passOn(tools, { ...wire, exchange: null })
  else rejectLocked(tools, wire, refusal)
}

/** Rejects and journals the call without a connection to the platform. */
function rejectLocked(
  tools: OutboundTools,
  { incoming, outgoing, path }: Omit<OpenRequest, 'exchange'>,
  why: string,
): void {
  callWriter(tools, { incoming, path, startedAt: tools.clock(), content: null })(403, 'live-locked')
  incoming.resume()
  answer(outgoing, 403, why)
}

/** Sends an exchange of this app to the platform; rejects and journals any other one. */
async function passExchangeOn(tools: OutboundTools, wire: Omit<OpenRequest, 'exchange'>): Promise<void> {
  const { incoming, outgoing, path } = wire
  const startedAt = tools.clock()
  const verdict = await tools.readExchange(incoming)
  if (verdict === null) return void outgoing.destroy()
  if (verdict.ok) return passOn(tools, { ...wire, exchange: verdict.exchange })
  const content = contentOf(tools, { ...wire, exchange: null })
  callWriter(tools, { incoming, path, startedAt, content })(verdict.status, 'exchange-rejected')
  if (incoming.readableEnded) return answer(outgoing, verdict.status, verdict.message)
  const headers = ['Content-Type', 'application/json', 'Connection', 'close']
  answerUnread(wire, { status: verdict.status, headers, body: Buffer.from(bodyText(verdict.message)) })
}

function passOn(tools: OutboundTools, wire: OpenRequest): void {
  const { incoming, outgoing } = wire
  const startedAt = tools.clock()
  const content = contentOf(tools, wire)
  const write = callWriter(tools, { incoming, path: wire.path, startedAt, content })
  const onward = tools.send({
    protocol: tools.baseUrl.protocol,
    host: tools.baseUrl.hostname,
    port: tools.baseUrl.port,
    method: incoming.method,
    // The target exactly as the app wrote it, neither resolved nor normalized.
    path: `${tools.baseUrl.pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`,
    // A flat list of names and values keeps order, spelling and repeats. Node accepts it, although its types do not show it.
    headers: onwardHeaders(incoming, {
      host: tools.baseUrl.host,
      isRead: wire.exchange !== null,
    }) as unknown as OutgoingHttpHeaders,
    agent: tools.agent,
  })
  const answer502 = (message: string) => {
    if (outgoing.headersSent) outgoing.destroy()
    else answer(outgoing, 502, message)
  }
  const refuse = (why: string) => {
    write(null, 'answer-invalid')
    answer502(`The response from the platform or a proxy cannot be forwarded. It has ${why}.`)
    onward.destroy()
  }
  onward.on('error', () => {
    write(null, 'platform-unreachable')
    answer502('The platform does not respond.')
  })
  watchForSwitch(onward, refuse)
  onward.on('response', (response) => {
    content?.answered(response)
    const why = invalidAnswer(response)
    if (why !== null) return refuse(why)
    const status = response.statusCode ?? 502
    if (isRedirect(status)) {
      response.resume()
      write(status, 'redirect-rejected')
      // An HTTP client would repeat the request, secrets included, at the redirect's target (R8).
      return answer502('The platform responded with a redirect, which was not followed.')
    }
    const { exchange } = wire
    if (exchange && status === 200) return void passExchange(tools.onExchange, { response, outgoing, write, exchange })
    response.on('error', () => outgoing.destroy())
    outgoing.writeHead(status, response.statusMessage ?? '', endToEndHeaders(response.rawHeaders))
    response.pipe(outgoing)
    // After the pipe, so that the app has the end of its response before the gateway reads it.
    const hint = exchange && status === 401 ? tools.exchangeHint : undefined
    watchAnswer(response, tools, (facts) =>
      write(status, null, hint === undefined || facts.isOfAnother ? facts : { ...facts, hint }),
    )
  })
  outgoing.on('close', () => onward.destroy())
  incoming.on('error', () => onward.destroy())
  if (wire.exchange) onward.end(wire.exchange.body)
  else incoming.pipe(onward)
}

/** Returns null if headers and bodies are not stored. Decides by the path alone, because an exchange by another method contains the same secrets. */
function contentOf({ keepsContent }: OutboundTools, { incoming, path, exchange }: OpenRequest): ContentWatch | null {
  if (keepsContent !== true) return null
  const isExchange = path === tokenExchange.path
  return watchContent({ incoming, isExchange, ...(exchange && { readBytes: exchange.body.byteLength }) })
}

function answer(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(bodyText(message))
}

function bodyText(message: string): string {
  return `${JSON.stringify({ success: false, message })}\n`
}
