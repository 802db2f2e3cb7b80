import { createServer } from 'node:http'

import { closeServer } from '../../http/close-server.ts'
import { listenOnLoopback } from '../../http/loopback-port.ts'

export interface Sink {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Accepts and drops the platform's own deliveries: checks send their own and count the effects. */
export async function openSink(): Promise<Sink> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => void outgoing.writeHead(200).end())
  })
  const port = await listenOnLoopback(server, { port: 0, what: 'events from the platform' })
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => closeServer(server),
  }
}
