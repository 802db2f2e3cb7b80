import { createServer, type IncomingMessage } from 'node:http'

import { onTestFinished } from 'vitest'

import type { ProjectFolder } from './platform.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Stands where the app would: takes every delivery and answers with `status`. Ends with the test. */
export async function receive({ port }: Pick<ProjectFolder, 'port'>, status = 200) {
  const seen: Received[] = []
  const answer = { status }
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      seen.push({ method, path: url, headers, body: Buffer.concat(chunks) })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return { seen, answer }
}
