import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, pipeline } from 'node:stream'
import { ReadableStream } from 'node:stream/web'

import { bodyConsumed } from '../http/read-body.ts'
import { KitError } from '../kit-error.ts'
import { reasonOf, type Log } from '../log/log.ts'

/** Forwards errors, as in Express and Connect. */
type Next = (error?: unknown) => void

/**
 * Resolves to whether the app has responded. Without `next`, the caller must respond to unmatched
 * requests.
 */
export type Listener = (request: IncomingMessage, response: ServerResponse, next?: Next) => Promise<boolean>

export type Handle = (request: Request, incoming: IncomingMessage) => Promise<Response | null>

/** Turns a web-standard handler into Express or Connect middleware, or a node:http handler. */
export function createListener(handle: Handle, log: Log): Listener {
  return async (incoming, outgoing, next) => {
    let response: Response | null
    try {
      response = await handle(toRequest(incoming), incoming)
    } catch (error) {
      return reject(log, outgoing, error)
    }
    if (response === null) {
      next?.()
      return false
    }
    // The next request on the connection waits for the end of this body, so what the app leaves unread is dropped.
    outgoing.once('finish', () => incoming.unpipe().resume())
    await send(response, outgoing).catch(() => outgoing.destroy())
    return true
  }
}

/** Handles an invalid web request (a TRACE, an invalid host), a consumed body, or an app without its environment. It must not end the process. */
function reject(log: Log, outgoing: ServerResponse, error: unknown): boolean {
  const code = error instanceof KitError ? error.code : null
  if (code !== null) log('request failed', { code, reason: reasonOf(error) })
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(code === null ? 400 : 500, { Connection: 'close' }).end(code ?? '')
  return true
}

/** Changes that a framework may have made to a request. */
interface Parsed {
  readonly body?: unknown
  readonly rawBody?: unknown
  readonly originalUrl?: unknown
}

function toRequest(incoming: IncomingMessage & Parsed): Request {
  const { method = 'GET', headers, rawHeaders, originalUrl } = incoming
  // Express removes the path under which a router is mounted.
  const url = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '/')
  const { origin } = new URL(`http://${headers.host ?? 'localhost'}`)
  // Joined if the target is a path, because two slashes do not start a host there.
  const address = new URL(url.startsWith('/') ? origin + url : url, origin)
  const pairs = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const gone = new AbortController()
  incoming.once('close', () => gone.abort())
  return new Request(address, {
    method,
    headers: pairs,
    body: hasBody ? toBody(incoming) : null,
    duplex: 'half',
    signal: gone.signal,
  })
}

/** Returns the raw bytes, untouched until they are read: a request for no route of the kit belongs to the app. */
function toBody(incoming: IncomingMessage & Parsed): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  const { rawBody } = incoming
  if (rawBody instanceof Uint8Array) return Uint8Array.from(rawBody)
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  let chunks: AsyncIterator<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // An earlier parser has consumed the bytes, and they are never guessed.
        if (chunks === undefined && incoming.readableDidRead) return controller.error(bodyConsumed())
        chunks ??= copyRequest(incoming)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
        const next = await chunks.next()
        if (next.done === true) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns a copy, which can be left unread, unlike the request itself. */
function copyRequest(incoming: IncomingMessage): PassThrough {
  return pipeline(incoming, new PassThrough(), () => {})
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
