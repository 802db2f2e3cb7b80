import { request, type Agent, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { OTHER_PROGRAM, OTHER_USER } from '../processes/own-end.ts'
import { endToEndHeaders, headersForApp } from './headers.ts'
import { invalidAnswer, watchForSwitch } from './invalid-answer.ts'

export interface PageTools {
  readonly agent: Agent
  /** Returns the app's port on 127.0.0.1. */
  readonly port: () => number
  /** Called with the reason if a response of the app cannot be passed on. */
  readonly onInvalid: (incoming: IncomingMessage, why: string) => void
}

/** Streams one request to the app and the app's response back, without buffering. Responds 502 if the app is down or its response is not HTTP. */
export function proxyPage(tools: PageTools, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request({
    host: '127.0.0.1',
    port: tools.port(),
    method: incoming.method,
    path: incoming.url,
    // A flat list of names and values keeps order, spelling and repeats. Node accepts it, although its types do not show it.
    headers: framed(incoming) as unknown as OutgoingHttpHeaders,
    agent: tools.agent,
  })
  const answer502 = (text: string) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
  }
  const refuse = (why: string) => {
    tools.onInvalid(incoming, why)
    answer502(`The app's response cannot be forwarded. It has ${why}.`)
    onward.destroy()
  }
  onward.on('error', ({ code }: NodeJS.ErrnoException) =>
    answer502((code !== undefined && holders[code]) || 'The app does not respond.'),
  )
  watchForSwitch(onward, refuse)
  onward.on('response', (response) => {
    const why = invalidAnswer(response)
    if (why !== null) return refuse(why)
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage ?? '', endToEndHeaders(response.rawHeaders))
    // An aborted response must not look complete.
    response.on('error', () => outgoing.destroy())
    response.pipe(outgoing)
  })
  outgoing.on('close', () => onward.destroy())
  incoming.on('error', () => onward.destroy())
  incoming.pipe(onward)
}

/** Visitors from the internet do not see which program it is. */
const holders: Readonly<Record<string, string>> = {
  [OTHER_USER]: "Another user's process uses the app's port.",
  [OTHER_PROGRAM]: 'The app is down, and another program uses its port.',
}

/** Returns the headers for the app. Framing belongs to the connection, so a body of unknown length needs its header again. */
function framed(incoming: IncomingMessage): string[] {
  // Node has already responded to `Expect: 100-continue` for this connection.
  const headers = headersForApp(incoming.rawHeaders, ['expect'])
  const isChunked = incoming.headers['transfer-encoding'] !== undefined
  return isChunked ? [...headers, 'Transfer-Encoding', 'chunked'] : headers
}

/**
 * Joins an upgraded connection (WebSocket) with the app. Bytes flow only after the app itself has
 * responded with 101: before that, the rest of the connection would be unchecked requests.
 */
export function proxySocket(tools: PageTools, incoming: IncomingMessage, { socket, head }: Upgrade): void {
  const onward = request({
    host: '127.0.0.1',
    port: tools.port(),
    method: incoming.method,
    path: incoming.url,
    headers: [
      // An upgrade is passed on without a body, so it must not announce one, or the app would wait for it.
      ...headersForApp(incoming.rawHeaders, ['content-length']),
      'Connection',
      'Upgrade',
      'Upgrade',
      incoming.headers.upgrade ?? '',
    ] as unknown as OutgoingHttpHeaders,
    agent: tools.agent,
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => onward.destroy())
  onward.on('error', () => rejectUpgrade(socket, '502 Bad Gateway'))
  onward.on('response', (response) => {
    response.resume()
    const why = invalidAnswer(response)
    if (why !== null) tools.onInvalid(incoming, why)
    rejectUpgrade(socket, why === null ? `${response.statusCode} ${response.statusMessage}` : '502 Bad Gateway')
  })
  onward.on('upgrade', (response, appSocket, appHead) => {
    socket.write(head101(response))
    join(socket, appSocket)
    if (appHead.length > 0) socket.write(appHead)
    if (head.length > 0) appSocket.write(head)
  })
  onward.end()
}

export interface Upgrade {
  readonly socket: Duplex
  /** Bytes that arrived together with the request. */
  readonly head: Buffer
}

function head101(response: IncomingMessage): string {
  const lines = ['HTTP/1.1 101 Switching Protocols']
  const raw = response.rawHeaders
  for (let at = 0; at + 1 < raw.length; at += 2) lines.push(`${raw[at]}: ${raw[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to, { end: false })
    // No web protocol continues in one direction after the other has ended, and a half-open socket would stay forever.
    from.once('end', () => to.end(() => to.destroy()))
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
}

/** Sends a real status line to a client that requested another protocol. */
export function rejectUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
