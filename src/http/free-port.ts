import { createServer } from 'node:net'
import { pid } from 'node:process'
import { threadId } from 'node:worker_threads'

// Below the range from which systems assign a port to every outgoing connection: one of those may be in use before the app opens it.
const LOWEST = 24_000
const PORTS = 8_000

/**
 * Distance of the first ports of two processes with successive ids, and of two threads. The app opens its port some time after
 * the check, so processes that start together must not draw the same one.
 */
const APART = 101

let drawn = 0

/** Returns a port on 127.0.0.1 that is currently free, and another one at each call. */
export async function freePort(): Promise<number> {
  const port = LOWEST + (((pid + threadId * 37) * APART + drawn) % PORTS)
  drawn += 1
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
