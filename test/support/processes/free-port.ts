import { randomInt } from 'node:crypto'

import { isFree } from '../../../src/http/free-port.ts'

/** As many as one worker has; those of 17 workers lie below the range from which systems give a port to every outgoing connection. */
const PORTS = 1_000
const LOWEST = 15_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 17) * PORTS

let last = randomInt(PORTS)

/**
 * A port on 127.0.0.1 that nobody holds and that no other worker is given. What a test starts takes seconds until it listens; of ports that every worker draws
 * from one range two are the same in one of some runs.
 */
export async function freePort(): Promise<number> {
  last = (last + 1) % PORTS
  // Kept here: while this one is tried, another call goes on.
  const port = LOWEST + last
  return (await isFree(port)) ? port : freePort()
}
