import { createServer } from 'node:net'

import { listenOnLoopback } from '../../http/loopback-port.ts'

/** A port of this machine that nobody holds at this moment. Raises `gateway.port-taken` where none is to be had. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server, { port: 0, what: 'app' })
  await new Promise((closed) => server.close(closed))
  return port
}
