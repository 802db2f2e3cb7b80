import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Pretended {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Something on a port of this machine that says it is the platform; null as an answer hangs up. Ends with the test. */
export async function pretend(answer: (seen: ReceivedRequest) => Pretended | null) {
  const seen: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') }
      seen.push(request)
      respond(response, answer(request))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const address = server.address()
  return { seen, origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }
}

function respond(response: ServerResponse, answer: Pretended | null): void {
  if (answer === null) return void response.destroy()
  const { status, headers = {}, body = '' } = answer
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
}
