import { randomInt } from 'node:crypto'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'

import { hopByHop } from '../../../http/hop-by-hop.ts'

const MAX_BODY = 16 * 1024 * 1024

interface Call {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Response of the platform. */
export interface Forwarded {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
}

/** These follow from the body and the address. */
const derived = new Set(['content-length', 'host'])

export interface Upstream {
  readonly upstream: string
  /** Returns the platform's `Authorization` for the one that the app sent. */
  readonly real: (authorization: string) => string
}

/** Sends a call of the app to the platform. Rejects if the platform cannot be reached. */
export function forward({ method, path, headers, body }: Call, { upstream, real }: Upstream): Promise<Forwarded> {
  const { hostname, port, host } = new URL(upstream)
  const length = body.length > 0 || method === 'POST' ? { 'content-length': body.length } : {}
  const { authorization } = headers
  const known = authorization === undefined ? {} : { authorization: real(authorization) }
  const options = { hostname, port, path, method, headers: { ...withoutHops(headers), ...known, host, ...length } }
  if (!path.startsWith(EXCHANGE)) return ask(options, body)
  return ask({ ...options, localAddress: anyLoopbackAddress() }, body).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')) throw error
    return ask(options, body)
  })
}

const EXCHANGE = '/api/apps/oauth/token'

/**
 * The platform allows 30 exchanges a minute from one address (LIM-004), and a run installs into many stores
 * within seconds. All of 127/8 belongs to this machine, except on macOS, which has only the first address.
 */
function anyLoopbackAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
}

function ask(options: RequestOptions, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options)
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const { statusCode: status = 502, headers: answered } = incoming
      readAll(incoming).then((read) => resolve({ status, headers: withoutHops(answered), body: read }), reject)
    })
    outgoing.end(body)
  })
}

function withoutHops(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopByHop.has(name) || derived.has(name) ? [] : [[name, value]],
    ),
  )
}

/** Rejects a body of more than 16 MiB. */
export async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    // A request without an encoding arrives in buffers.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > MAX_BODY) throw new Error('too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
