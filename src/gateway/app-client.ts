import { request, type Agent, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

import { traceHeaderNames, traceHeaders } from '../http/trace-context.ts'
import type { OtherProgram } from '../processes/app-owner.ts'
import { OwnAgent } from '../processes/own-agent.ts'
import { OTHER_PROGRAM, OTHER_USER, type RejectEnd } from '../processes/own-end.ts'
import type { ForwardResult, GatewayAnswer } from './delivery.ts'
import { endToEndHeaders } from './headers.ts'
import type { Forward, IncomingDelivery } from './inbound.ts'
import { invalidAnswer, watchForSwitch } from './invalid-answer.ts'

export interface AppClientOptions {
  /** Returns the app's port on localhost. */
  readonly port: () => number
  /** Rejects listeners that are not the app; no check by default. */
  readonly reject?: RejectEnd
  /** Timeout of one forward, in ms. */
  readonly timeoutMs: number
  /** Maximum number of deliveries that the app handles in parallel. */
  readonly inFlight: number
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number
}

export interface AppClient {
  /** Pages have their own connections: a slow page must not keep a delivery waiting. */
  readonly pageAgent: Agent
  readonly forward: Forward
  readonly close: () => void
}

/** Maximum size of the app's response to a delivery that is passed on; the platform only reads the status. */
const ANSWER_LIMIT = 1024 * 1024

/** Creates the client for the app: kept-alive connections to localhost, bytes and headers unchanged. */
export function createAppClient(options: AppClientOptions): AppClient {
  const agent = new OwnAgent({ keepAlive: true, maxSockets: options.inFlight }, options.reject)
  // An app that responds before it has read a form leaves a connection on which the next request
  // hangs until the app closes it. A form cannot be sent twice, so each page has a fresh connection.
  const pageAgent = new OwnAgent({ keepAlive: true }, options.reject)
  pageAgent.maxFreeSockets = 0
  return {
    pageAgent,
    forward: (delivery) => forward({ ...options, agent }, delivery),
    close: () => {
      agent.destroy()
      pageAgent.destroy()
    },
  }
}

type ForwardTools = AppClientOptions & { readonly agent: Agent }

async function forward(tools: ForwardTools, delivery: IncomingDelivery): Promise<ForwardResult> {
  const startedAt = tools.clock()
  const ms = () => Math.round((tools.clock() - startedAt) * 10) / 10
  let isOver = false
  /** A connection that the app had kept open was reset. */
  let wasReset = false
  let sent: Post | undefined
  // A timer instead of an abort signal, which would follow the whole stream of each request.
  const timer = setTimeout(() => {
    isOver = true
    sent?.outgoing.destroy()
  }, tools.timeoutMs)
  try {
    for (;;) {
      sent = post(tools, delivery)
      try {
        return { ok: true, answer: await sent.answer, ms: ms() }
      } catch (error) {
        if (isOver) return { ok: false, error: 'app-timeout', ms: ms() }
        if (error instanceof InvalidAnswer) return { ok: false, error: 'app-response-invalid', ms: ms() }
        const code = (error as NodeJS.ErrnoException).code
        const held = heldPort(error as NodeJS.ErrnoException)
        if (held !== null) return { ok: false, ...held, ms: ms() }
        // An app that crashes on a delivery is down at the second attempt.
        const isAway = code === 'ECONNREFUSED' && !wasReset
        if (isAway) return { ok: false, error: 'app-unreachable', ms: ms() }
        // Most often the app closed an idle connection at the moment of its reuse: a new one shows whether the app is up.
        wasReset = sent.outgoing.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
        if (!wasReset) return { ok: false, error: 'app-disconnected', ms: ms() }
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the program on the port if it is not the app; null for any other failure. */
function heldPort(
  error: NodeJS.ErrnoException,
): Pick<Extract<ForwardResult, { ok: false }>, 'error' | 'holder'> | null {
  if (error.code === OTHER_USER) return { error: 'app-port-of-another-user' }
  return error.code === OTHER_PROGRAM ? { error: 'app-down', holder: (error as OtherProgram).holder } : null
}

/** Trace headers are not signed, so those of an incoming delivery may come from any sender. */
const replaced = ['content-length', 'expect', ...traceHeaderNames]

class InvalidAnswer extends Error {}

interface Post {
  readonly outgoing: ClientRequest
  readonly answer: Promise<GatewayAnswer>
}

function post({ agent, port }: ForwardTools, { body, rawHeaders, target, trace }: IncomingDelivery): Post {
  const headers = [
    ...endToEndHeaders(rawHeaders, replaced),
    ...(trace ? Object.entries(traceHeaders(trace)).flat() : []),
    'Content-Length',
    String(body.length),
  ]
  const outgoing = request({
    host: '127.0.0.1',
    port: port(),
    method: 'POST',
    path: target,
    // A flat list of names and values keeps order, spelling and repeats. Node accepts it, although its types do not show it.
    headers: headers as unknown as OutgoingHttpHeaders,
    agent,
  })
  const answer = new Promise<GatewayAnswer>((resolve, reject) => {
    const refuse = (why: string) => {
      reject(new InvalidAnswer(why))
      outgoing.destroy()
    }
    outgoing.on('error', reject)
    watchForSwitch(outgoing, refuse)
    outgoing.on('response', (response) => {
      const why = invalidAnswer(response)
      if (why !== null) return refuse(why)
      const { statusCode = 502, rawHeaders: answered } = response
      readUpTo(response, ANSWER_LIMIT).then(
        (bytes) => resolve({ status: statusCode, headers: endToEndHeaders(answered, ['content-length']), body: bytes }),
        reject,
      )
    })
  })
  outgoing.end(body)
  return { outgoing, answer }
}

/** Returns the first bytes of a response, which is read to its end. Rejects if the response is aborted. */
function readUpTo(response: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      if (size < limit) chunks.push(chunk.subarray(0, limit - size))
      size += chunk.length
    })
    response.once('end', () => resolve(Buffer.concat(chunks)))
    response.once('error', reject)
    // Building an error captures a stack, so it is built only for an aborted response.
    response.once('close', () => response.readableEnded || reject(new Error('The response was interrupted.')))
  })
}
