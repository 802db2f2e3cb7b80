import type { IncomingMessage, ServerResponse } from 'node:http'

import type { GatewayAnswer } from './delivery.ts'

export interface HttpPair {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Time that a sender may continue to send an unread body. */
const LINGER_MS = 1000

/** Responds before the body was read. Drops what still arrives for a moment, because closing the connection immediately would lose the response. */
export function answerUnread({ incoming, outgoing }: HttpPair, { status, headers, body }: GatewayAnswer): void {
  outgoing.writeHead(status, [...headers, 'Content-Length', String(body.length)])
  outgoing.write(body)
  const end = () => {
    clearTimeout(linger)
    outgoing.end()
  }
  const linger = setTimeout(end, LINGER_MS)
  incoming.once('end', end)
  incoming.once('close', end)
  incoming.once('error', end)
  incoming.resume()
}

/** Resolves when the response was passed to the operating system or can no longer be sent. */
export function answerWith(outgoing: ServerResponse, answer: GatewayAnswer): Promise<void> {
  return new Promise((resolve) => {
    // The sender has already disconnected, so no further event will come.
    if (outgoing.destroyed) return resolve()
    outgoing.once('close', resolve)
    outgoing.once('finish', resolve)
    // Node parsed the app's reason phrase and headers before, and it usually writes what it parses, but a hostile app must not crash the gateway.
    try {
      // A 204 and a 304 have no body and no length (RFC 9110 section 8.6).
      const length =
        answer.status === 204 || answer.status === 304 ? [] : ['Content-Length', String(answer.body.length)]
      outgoing.writeHead(answer.status, [...answer.headers, ...length]).end(answer.body)
    } catch {
      outgoing.destroy()
    }
  })
}
