import { createServer, request } from 'node:http'

import { onTestFinished } from 'vitest'

import { freePort } from '../processes/free-port.ts'

export interface OwnWay {
  /** Public address. */
  readonly url: string
  /** Port on this machine that it forwards to. */
  readonly target: number
  /** Paths of the forwarded requests. */
  readonly seen: string[]
}

/** Opens the developer's own public address that forwards to a local port, like a reverse proxy. Closes with the test. */
export async function makeOwnWay(): Promise<OwnWay> {
  const target = await freePort()
  const seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push((incoming.url ?? '').replace(/\?.*/, ''))
    const { method, url: path, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, target, seen }
}
