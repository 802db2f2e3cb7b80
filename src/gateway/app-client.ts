import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

import { endToEndHeaders } from './headers.ts'
import type { Forward, ForwardResult, IncomingDelivery } from './inbound.ts'

export interface AppClientOptions {
  /** The app's port on 127.0.0.1. */
  readonly port: () => number
  /** When a forward is given up, in ms. */
  readonly timeoutMs: number
  /** Deliveries that the app has at one time. */
  readonly inFlight: number
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number
}

export interface AppClient {
  /** Connections for pages: a page that takes long must not keep a delivery waiting. */
  readonly pageAgent: Agent
  readonly forward: Forward
  readonly close: () => void
}

/** As much of the app's answer to a delivery as is passed on; the platform reads the status. */
const ANSWER_LIMIT = 1024 * 1024

/** The way to the app: kept-alive connections to 127.0.0.1, bytes and headers unchanged. */
export function createAppClient(options: AppClientOptions): AppClient {
  const agent = new Agent({ keepAlive: true, maxSockets: options.inFlight })
  const pageAgent = new Agent({ keepAlive: true })
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
  const signal = AbortSignal.timeout(tools.timeoutMs)
  for (;;) {
    const sent = post(tools, { delivery, signal })
    try {
      const answer = await sent.answer
      return { ok: true, answer, ms: ms() }
    } catch (error) {
      if (signal.aborted) return { ok: false, error: 'app-timeout', ms: ms() }
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ECONNREFUSED') return { ok: false, error: 'app-unreachable', ms: ms() }
      // The app closed an idle connection just as it was taken up again: nothing was read there, so a new one may be tried.
      if (sent.reused() && (code === 'ECONNRESET' || code === 'EPIPE')) continue
      return { ok: false, error: 'app-broke-off', ms: ms() }
    }
  }
}

interface Post {
  readonly delivery: IncomingDelivery
  readonly signal: AbortSignal
}

function post({ agent, port }: ForwardTools, { delivery, signal }: Post) {
  const { body, rawHeaders, target } = delivery
  const headers = [...endToEndHeaders(rawHeaders, ['content-length', 'expect']), 'Content-Length', String(body.length)]
  const outgoing = request({
    host: '127.0.0.1',
    port: port(),
    method: 'POST',
    path: target,
    // Names and values in turn keep order, spelling and repeats; Node takes them, its types do not know it.
    headers: headers as unknown as OutgoingHttpHeaders,
    agent,
    signal,
  })
  const answer = new Promise<{ status: number; headers: string[]; body: Buffer }>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      readUpTo(response, ANSWER_LIMIT).then(
        (bytes) =>
          resolve({
            status: response.statusCode ?? 502,
            headers: endToEndHeaders(response.rawHeaders, ['content-length']),
            body: bytes,
          }),
        reject,
      )
    })
  })
  outgoing.end(body)
  return { answer, reused: () => outgoing.reusedSocket }
}

async function readUpTo(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size))
    size += chunk.length
  }
  return Buffer.concat(chunks)
}
