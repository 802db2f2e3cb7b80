import type { IncomingMessage, ServerResponse } from 'node:http'

import type { GatewayAnswer } from './delivery.ts'

export interface HttpPair {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** How long a sender may continue to send a body that nobody reads. */
const LINGER_MS = 1000

/** Answers before the body was read. What still arrives is thrown away for a moment, because closing the connection at once would lose the answer. */
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

/** Resolves when the answer is handed to the operating system or can no longer be sent. */
export function answerWith(outgoing: ServerResponse, answer: GatewayAnswer): Promise<void> {
  return new Promise((resolve) => {
    // The sender is already gone, so no further event will come.
    if (outgoing.destroyed) return resolve()
    outgoing.once('close', resolve)
    outgoing.once('finish', resolve)
    // Node parsed the app's reason phrase and headers before, and it usually writes what it parses, but a hostile app must not end the gateway.
    try {
      // A 204 and a 304 have no body and state no length (RFC 9110 section 8.6).
      const length =
        answer.status === 204 || answer.status === 304 ? [] : ['Content-Length', String(answer.body.length)]
      outgoing.writeHead(answer.status, [...answer.headers, ...length]).end(answer.body)
    } catch {
      outgoing.destroy()
    }
  })
}
