import { randomInt } from 'node:crypto'

import { isFree } from '../../../src/http/free-port.ts'

/** Ports per worker. Those of nine workers are below the range from which the program draws (src/http/free-port.ts). */
const PORTS = 1_000
const LOWEST = 15_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 9) * PORTS

let last = randomInt(PORTS)

/**
 * Returns a port on 127.0.0.1 that is free and that no other worker gets. Started programs take seconds until
 * they listen. If all workers drew from one range, two would sometimes get the same port.
 */
export async function freePort(): Promise<number> {
  last = (last + 1) % PORTS
  // Computed before the check, because another call can run during it.
  const port = LOWEST + last
  return (await isFree(port)) ? port : freePort()
}
