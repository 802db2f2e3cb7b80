import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

export interface ProxyOptions {
  /** Required `name:password`. */
  readonly login?: string
  /** Status of its response to CONNECT. */
  readonly status?: number
}

/** Starts a forward proxy on this machine that resolves the live platform's host names. It records the requested connections. */
export async function makeConnectProxy({ login, status }: ProxyOptions = {}) {
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = createServer((_, response) => void response.writeHead(400).end())
  server.on('connection', (socket) => void open.add(socket))
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push(url)
    socket.on('error', () => {})
    const given = Buffer.from((headers['proxy-authorization'] ?? '').replace('Basic ', ''), 'base64').toString()
    const refused = status ?? (login !== undefined && given !== login ? 407 : undefined)
    if (refused !== undefined) {
      socket.end(`HTTP/1.1 ${refused} No\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    open.add(onward)
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { asked, host, url: `http://${host}` }
}
