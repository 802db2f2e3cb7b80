import type { IncomingMessage, ServerResponse } from 'node:http'

import { endToEndHeaders } from '../headers.ts'
import type { WriteCall } from './call-writer.ts'
import type { ExchangeRequest } from './exchange-request.ts'

/** Maximum size of an exchange response that is read, in bytes. */
const LOOK_LIMIT = 64 * 1024

interface ExchangeAnswer {
  readonly response: IncomingMessage
  readonly outgoing: ServerResponse
  readonly write: WriteCall
  readonly exchange: ExchangeRequest
}

/**
 * Passes a successful platform response to `onExchange`, and then to the app. A response that is
 * too large to read goes to the app only, and is not held in memory.
 */
export async function passExchange(
  onExchange: (answer: Uint8Array, exchange: ExchangeRequest) => Promise<void>,
  { response, outgoing, write, exchange }: ExchangeAnswer,
): Promise<void> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > LOOK_LIMIT) break
    }
  } catch {
    write(200, 'answer-broken-off')
    outgoing.destroy()
    return
  }
  const body = Buffer.concat(chunks)
  write(200, 'token-exchange')
  const isRead = size <= LOOK_LIMIT
  if (isRead) await onExchange(body, exchange).catch(() => {})
  outgoing.writeHead(200, endToEndHeaders(response.rawHeaders))
  if (isRead) return void outgoing.end(body)
  outgoing.write(body)
  response.on('error', () => outgoing.destroy())
  response.pipe(outgoing)
}
