import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'

import { messages } from '../catalog/errors.ts'
import { tokenExchange } from '../catalog/oauth.ts'
import type { Call } from '../journal/calls.ts'
import type { Journal } from '../journal/journal.ts'
import { createJournalWriter, type JournalWriter } from '../journal/writer.ts'
import { loggedPath, pinOf } from './call-facts.ts'
import { endToEndHeaders } from './headers.ts'
import { isForThisMachine, isTunnelled } from './own-host.ts'
import { listenOnLoopback, type ListenOptions } from './ports.ts'
import { targetPath } from './targets.ts'

export interface OutboundOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Origin of the platform's API. */
  readonly baseUrl: URL
  readonly journal: Journal
  readonly now: () => Date
  /** Milliseconds since any fixed moment, for durations. */
  readonly clock: () => number
  readonly onCall: (call: Call) => void
  /**
   * A token exchange that went well: the platform's answer as it was read, in memory only. Awaited before the app gets its answer, so that what
   * the app has is also kept; a failure of it is not the app's failure.
   */
  readonly onExchange: (answer: Uint8Array) => Promise<void>
  readonly holder?: ListenOptions['holder']
}

export interface Outbound {
  readonly port: number
  readonly url: string
  readonly close: () => Promise<void>
}

/** As much of an answer as is looked at: the exchange's, and a 400 that may name the missing pin. */
const LOOK_LIMIT = 64 * 1024

interface Wire {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: string
  readonly isExchange: boolean
}

/** Starts the outbound side on 127.0.0.1: the app's API calls go through it to the platform and are journaled. Raises `gateway.port-taken`. */
export async function startOutbound(options: OutboundOptions): Promise<Outbound> {
  const isTls = options.baseUrl.protocol === 'https:'
  // Certificates are checked whatever NODE_TLS_REJECT_UNAUTHORIZED says (T31).
  const agent = isTls ? new TlsAgent({ keepAlive: true, rejectUnauthorized: true }) : new Agent({ keepAlive: true })
  const send = isTls ? tlsRequest : request
  const writer = createJournalWriter(options.journal)
  const server = createServer((incoming, outgoing) => {
    const path = targetPath(incoming.url)
    const isExchange = incoming.method === tokenExchange.method && path === tokenExchange.path
    if (!isForThisMachine(incoming) || isTunnelled(incoming)) {
      answer(outgoing, { status: 403, message: 'This side is for the app on this machine only.' })
    } else if (path === null) answer(outgoing, { status: 400, message: 'The target of the request is not a path.' })
    else passOn({ ...options, agent, send, writer }, { incoming, outgoing, path, isExchange })
  })
  const port = await listenOnLoopback(server, {
    port: options.port,
    what: 'outbound side of the gateway',
    ...(options.holder && { holder: options.holder }),
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
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
}

function passOn(tools: OutboundTools, wire: Wire): void {
  const { incoming, outgoing } = wire
  const startedAt = tools.clock()
  const write = callWriter(tools, { incoming, startedAt })
  const onward = tools.send({
    protocol: tools.baseUrl.protocol,
    host: tools.baseUrl.hostname,
    port: tools.baseUrl.port,
    method: incoming.method,
    // The text of the target as the app wrote it: nothing is resolved or normalised.
    path: `${tools.baseUrl.pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`,
    // Names and values in turn keep order, spelling and repeats; Node takes them, its types do not know it.
    headers: onwardHeaders(tools, wire) as unknown as OutgoingHttpHeaders,
    agent: tools.agent,
  })
  onward.on('error', () => {
    write(null, 'platform-unreachable')
    if (outgoing.headersSent) outgoing.destroy()
    else answer(outgoing, { status: 502, message: 'The platform does not answer.' })
  })
  onward.on('response', (response) => {
    const status = response.statusCode ?? 502
    if (isRedirect(status)) {
      response.resume()
      write(status, 'redirect-refused')
      // An HTTP client would repeat the request, secrets included, wherever the answer points (R8).
      return answer(outgoing, { status: 502, message: 'The platform answered with a redirect; it was not followed.' })
    }
    if (wire.isExchange && status === 200) return void passExchange(tools, { response, outgoing, write })
    if (status === 400 && pinOf(incoming) === null) lookForMissingPin(response, (note) => write(status, note))
    else response.once('end', () => write(status, null))
    response.on('error', () => outgoing.destroy())
    outgoing.writeHead(status, response.statusMessage ?? '', endToEndHeaders(response.rawHeaders))
    response.pipe(outgoing)
  })
  outgoing.on('close', () => onward.destroy())
  incoming.on('error', () => onward.destroy())
  incoming.pipe(onward)
}

function onwardHeaders({ baseUrl }: OutboundTools, { incoming, isExchange }: Wire): string[] {
  // The exchange's answer is read here, so it must not come compressed.
  const headers = endToEndHeaders(incoming.rawHeaders, ['host', 'expect', ...(isExchange ? ['accept-encoding'] : [])])
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked')
  return ['Host', baseUrl.host, ...headers]
}

type WriteCall = (status: number | null, note: string | null) => void

/** Journals and tells of a call once, however it ends. A journal that cannot write is no reason to fail the app's call. */
function callWriter(
  tools: OutboundTools,
  { incoming, startedAt }: { incoming: IncomingMessage; startedAt: number },
): WriteCall {
  let isWritten = false
  return (status, note) => {
    if (isWritten) return
    isWritten = true
    const call: Call = {
      at: tools.now(),
      method: incoming.method ?? 'GET',
      path: loggedPath(incoming.url ?? '/'),
      pin: pinOf(incoming),
      status,
      ms: Math.round((tools.clock() - startedAt) * 10) / 10,
      note,
    }
    tools.writer.call(call)
    tools.onCall(call)
  }
}

interface ExchangeAnswer {
  readonly response: IncomingMessage
  readonly outgoing: ServerResponse
  readonly write: WriteCall
}

async function passExchange(tools: OutboundTools, { response, outgoing, write }: ExchangeAnswer): Promise<void> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch {
    write(200, 'answer-broken-off')
    outgoing.destroy()
    return
  }
  const body = Buffer.concat(chunks)
  write(200, 'token-exchange')
  if (body.length <= LOOK_LIMIT) await tools.onExchange(body).catch(() => {})
  outgoing.writeHead(200, endToEndHeaders(response.rawHeaders)).end(body)
}

/** Notes the one 400 that a store-wide token without a pin gets (PIN rules), from the text that the documents give. */
function lookForMissingPin(response: IncomingMessage, done: (note: string | null) => void): void {
  let text = ''
  response.on('data', (chunk: Buffer) => {
    if (text.length < LOOK_LIMIT) text += chunk.toString('latin1')
  })
  const needle = Buffer.from(messages.pinMissing.replace(/…$/, '')).toString('latin1')
  response.once('end', () => done(text.includes(needle) ? 'pin-missing' : null))
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}

function answer(outgoing: ServerResponse, { status, message }: { status: number; message: string }): void {
  outgoing
    .writeHead(status, { 'content-type': 'application/json' })
    .end(`${JSON.stringify({ success: false, message })}\n`)
}
