import { createServer } from 'node:http'

import { closeServer } from '../../http/close-server.ts'
import { listenOnLoopback } from '../../http/loopback-port.ts'

export interface Sink {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Accepts what the platform itself delivers and passes it to nobody: checks send their own deliveries and count what they do. */
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
