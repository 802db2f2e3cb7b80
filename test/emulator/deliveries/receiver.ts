import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

import { signingKey } from '../../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../../src/protocol/webhook-signature.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  // A test knows what it expects in it.
  readonly event: any // oxlint-disable-line typescript/no-explicit-any
}

type Reply = number | ((response: ServerResponse, count: number) => void)

/** A real app's server: keeps what arrives, byte for byte, and answers as it is told. */
export async function startReceiver(reply: Reply = 200) {
  let current = reply
  const received: Received[] = []
  let broken = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('aborted', () => void broken++)
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body, event: JSON.parse(body.toString('utf8')) })
      if (typeof current === 'number') response.writeHead(current).end('{"any":"body"}')
      else current(response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    /** How many requests ended before all of their body was there. */
    broken: () => broken,
    answer: (next: Reply) => void (current = next),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
    /** What a careful app says of each request at this moment. */
    verdicts: (secret: string, now: Date) =>
      received.map(({ headers, body }) => verifyWebhook({ key: signingKey(secret), headers, body, now })),
  }
}
