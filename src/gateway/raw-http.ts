import type { IncomingMessage, ServerResponse } from 'node:http'

import type { GatewayAnswer } from './delivery.ts'

export interface HttpPair {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** How long a sender may go on sending what nobody reads. */
const LINGER_MS = 1000

/** Answers before the body was read. What still comes is thrown away for a moment: a connection that is cut at once takes the answer with it. */
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

/** Resolves when the answer is handed to the system or can no longer be. */
export function answerWith(outgoing: ServerResponse, answer: GatewayAnswer): Promise<void> {
  return new Promise((resolve) => {
    // A sender that has gone before is gone for good: no event comes any more.
    if (outgoing.destroyed) return resolve()
    outgoing.once('close', resolve)
    outgoing.once('finish', resolve)
    // The app's reason phrase and headers were parsed by Node before; what it took it also writes, but a hostile app must not end us.
    try {
      // A 204 and a 304 have no body and name no length (RFC 9110 section 8.6).
      const length =
        answer.status === 204 || answer.status === 304 ? [] : ['Content-Length', String(answer.body.length)]
      outgoing.writeHead(answer.status, [...answer.headers, ...length]).end(answer.body)
    } catch {
      outgoing.destroy()
    }
  })
}
