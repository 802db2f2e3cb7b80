import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { onTestFinished } from 'vitest'

/** Attempts, 100 ms apart. A program that keeps the port longer keeps it during the test too. */
const ATTEMPTS = 50

/** Listens on a fixed port of 127.0.0.1 until the test ends, if no other program of this machine does. */
export async function holdPort(port: number): Promise<void> {
  for (let attempt = 1; !(await listens(port)) && attempt < ATTEMPTS; attempt++) await sleep(100)
}

/** Returns whether this process listens on the port now. */
async function listens(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  onTestFinished(() => void server.close())
  return promise
}
