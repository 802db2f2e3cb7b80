import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { PassThrough, pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

type Answer = (request: Request) => Promise<Response>

/** Hands the requests of node:http to a function of web standards. */
export function listener(answer: Answer): RequestListener {
  return (incoming, outgoing) => void handOver(answer, incoming, outgoing)
}

async function handOver(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // The next request on the connection waits for the end of this body, so what the app leaves of it is dropped.
  outgoing.once('finish', () => incoming.unpipe().resume())
  try {
    await send(await answer(requestOf(incoming)), outgoing)
  } catch {
    // No request of web standards (a TRACE, a host that is none), or a client that went away: neither may end the process.
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(400, { Connection: 'close' }).end()
  }
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers, rawHeaders } = incoming
  const { origin } = new URL(`http://${headers.host ?? 'localhost'}`)
  // Put together where the target is a path: what follows two slashes is no host there.
  const address = new URL(url.startsWith('/') ? origin + url : url, origin)
  const pairs = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? (Readable.toWeb(copyOf(incoming)) as ReadableStream<Uint8Array>) : null
  return new Request(address, { method, headers: pairs, body, duplex: 'half' })
}

/** Unlike the request itself, a copy can be left unread. */
function copyOf(incoming: IncomingMessage): PassThrough {
  return pipeline(incoming, new PassThrough(), () => {})
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
