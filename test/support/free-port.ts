import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range of which systems give a port to every outgoing connection: such a one may be taken before the program under test gets to it.
const LOWEST = 15_000
const HIGHEST = 32_000

/** A port on 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  return (await isFree(port)) ? port : freePort()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
