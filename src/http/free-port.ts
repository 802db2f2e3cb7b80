import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range from which systems assign a port to every outgoing connection: one of those may be in use before the app opens it.
const LOWEST = 15_000
const HIGHEST = 32_000

/** Returns a port on 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  return (await isFree(port)) ? port : freePort()
}

/** Returns whether a port on 127.0.0.1 is currently free. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
