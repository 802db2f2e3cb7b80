import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** Hands the requests of node:http to a function of web standards. */
export function listener(answer: (request: Request) => Promise<Response>): RequestListener {
  return (incoming, outgoing) => {
    void answer(requestOf(incoming))
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.destroy())
  }
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers, rawHeaders } = incoming
  // A target that is not a path (`*`, `http://…`) leads nowhere.
  const address = URL.parse(url.startsWith('/') ? url : '/?', `http://${headers.host ?? 'localhost'}`)
  const pairs = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null
  return new Request(address ?? 'http://localhost/', { method, headers: pairs, body, duplex: 'half' })
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
