import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import { limits } from '../../catalog/limits.ts'
import type { EmulatorUrls } from '../../control/contract.ts'
import type { Emulator } from '../app.ts'
import { BrokenConnection } from '../faults/broken-connection.ts'
import { allowedHosts, type SiteName } from '../hosts.ts'
import { readLimited } from './read-limited.ts'

/** The largest documented upload is 8 MB (document 2, Limits), inside a form. No larger body is stored in memory. */
const MAX_BODY_BYTES = limits.uploadMaxBytes + 64 * 1024

export interface SiteToServe {
  readonly site: SiteName
  readonly emulator: () => Emulator
  readonly urls: () => EmulatorUrls
}

/** Creates an HTTP server for one site, with limits on headers, body and time (T14). It does not listen yet. */
export function createSiteServer({ site, emulator, urls }: SiteToServe): Server {
  const answer = getRequestListener(
    async (request, env) => {
      // Only HTTP/1 servers are created here.
      const { incoming, outgoing } = env as HttpBindings
      const { request: limited, isCut } = await readLimited(request, incoming.headers, MAX_BODY_BYTES)
      // The API has its own statuses and order for this (B10). The rest of the body is discarded after the response.
      if (isCut && site !== 'api') return new Response('Too large.', { status: 413, headers: { Connection: 'close' } })
      try {
        return await emulator().fetch(limited, { address: addressOf(incoming), site })
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw error
        await breakOff(outgoing, error)
        return RESPONSE_ALREADY_SENT
      }
    },
    { errorHandler: () => new Response('The request could not be read.', { status: 400 }) },
  )
  const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 })
  // Known once it listens, which is before the first request.
  let hosts: readonly string[] | undefined
  server.on('request', (incoming, outgoing) => {
    hosts ??= allowedHosts(urls()[site])
    const refusal = reject(incoming, hosts)
    if (refusal === null) void answer(incoming, outgoing)
    else rejectWith(outgoing, refusal)
  })
  return server
}

/** Closes the caller's connection before the first response byte, or resets it after half of the response. */
async function breakOff(outgoing: ServerResponse, { response }: BrokenConnection): Promise<void> {
  const { socket } = outgoing
  if (response === null) {
    socket?.destroy()
    return
  }
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'Content-Length': body.byteLength })
  outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => socket?.resetAndDestroy())
}

interface Rejection {
  readonly status: number
  readonly text: string
}

/** T5, T15: requires one Host header, compared as text, and a path, not an address, as the target. */
function reject({ rawHeaders, url = '' }: IncomingMessage, hosts: readonly string[]): Rejection | null {
  const hostHeaders = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  const [host] = hostHeaders
  if (hostHeaders.length !== 1 || host === undefined || !url.startsWith('/'))
    return { status: 400, text: 'Bad request.' }
  return hosts.includes(host) ? null : { status: 403, text: 'Unknown host.' }
}

function rejectWith(outgoing: ServerResponse, { status, text }: Rejection): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  outgoing.end(text)
}

function addressOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}
