import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { onTestFinished } from 'vitest'

/** Attempts, 100 ms apart. */
const ATTEMPTS = 50

/** Listens on a fixed port of 127.0.0.1 until the test ends. Returns false if another program of this machine keeps it. */
export async function holdPort(port: number): Promise<boolean> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    if (await listens(port)) return true
    await sleep(100)
  }
  return listens(port)
}

/** Returns whether this process listens on the port now. */
async function listens(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  onTestFinished(() => void server.close())
  return promise
}
