import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { onTestFinished } from 'vitest'

export interface SeenRequest {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface FakeApp {
  readonly port: number
  readonly server: Server
  /** Every complete request that arrived. */
  readonly seen: SeenRequest[]
  readonly close: () => Promise<void>
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void

/** Returns a listener that records each complete request before it calls `answer`. */
export function recorder(answer: Answer) {
  const seen: SeenRequest[] = []
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', rawHeaders, headers } = incoming
      const request = { method, target: url, rawHeaders, headers, body: Buffer.concat(chunks) }
      seen.push(request)
      answer(request, response)
    })
  }
  return { seen, listener }
}

/** Starts a real server on 127.0.0.1 that records its requests. Responds with 200 `ok` by default. Closes with the test. */
export async function makeApp(answer: Answer = (_, response) => void response.end('ok'), port = 0): Promise<FakeApp> {
  const { seen, listener } = recorder(answer)
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const close = async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  onTestFinished(close)
  return { port: typeof address === 'object' && address ? address.port : 0, server, seen, close }
}
