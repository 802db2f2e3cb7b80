import { pathToFileURL } from 'node:url'

import type * as Testing from '../src/testing/testing.ts'

// Runs one worker of an app's tests for bench/testing.ts: node testing-child.ts <dist/testing/testing.js> <resets>
const [file = '', resets = ''] = process.argv.slice(2)

/** Elapsed time and processor time of this process. */
export interface Took {
  readonly ms: number
  readonly ownMs: number
}

export interface Worker {
  readonly imported: Took
  readonly started: Took
  /** A second platform in the same process. */
  readonly again: Took
  readonly unchanged: readonly Took[]
  readonly changed: readonly Took[]
}

const from = stopwatch()
const { startPlatform } = (await import(pathToFileURL(file).href)) as typeof Testing
const imported = from()
const first = stopwatch()
const platform = await startPlatform({ dir: '/' })
const started = first()
const unchanged: Took[] = []
const changed: Took[] = []
for (let round = 0; round < Number(resets); round++) {
  unchanged.push(await timeOfReset())
  // The state after a test: an order, a closed region, a moved clock.
  await platform.control.placeOrder({ paid: true })
  await platform.control.changeRegion({ region: 'de', operation: 'deactivate' })
  await platform.clock.advance({ minutes: 10 })
  changed.push(await timeOfReset())
}
const second = stopwatch()
const other = await startPlatform({ dir: '/' })
const again = second()
await other.close()
await platform.close()
process.send?.({ imported, started, again, unchanged, changed } satisfies Worker)
process.disconnect()

async function timeOfReset(): Promise<Took> {
  const end = stopwatch()
  await platform.reset()
  return end()
}

function stopwatch(): () => Took {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { ms: performance.now() - began, ownMs: (user + system) / 1000 }
  }
}
