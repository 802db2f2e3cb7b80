import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface FakeAnswer {
  readonly status: number
  /** JSON text, so that a test decides on every digit. */
  readonly body: string
}

export interface FakePlatform {
  readonly url: string
  readonly seen: SeenRequest[]
  /** What is answered by `METHOD /path`; anything else is 404. */
  readonly answers: Map<string, FakeAnswer>
  readonly close: () => Promise<void>
}

/** A platform that answers as it is told and remembers what it was asked. */
export async function startFakePlatform(): Promise<FakePlatform> {
  const seen: SeenRequest[] = []
  const answers = new Map<string, FakeAnswer>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') })
      const answer = answers.get(`${method} ${url.split('?')[0]}`) ?? { status: 404, body: '{"success":false}' }
      response.writeHead(answer.status, { 'Content-Type': 'application/json', Location: '/elsewhere' }).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server always has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
