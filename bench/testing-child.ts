import { pathToFileURL } from 'node:url'

import type * as Testing from '../src/testing/testing.ts'

// One worker of an app's tests, for bench/testing.ts: node testing-child.ts <dist/testing/testing.js> <resets>
const [file = '', resets = ''] = process.argv.slice(2)

const began = performance.now()
const { startPlatform } = (await import(pathToFileURL(file).href)) as typeof Testing
const imported = performance.now()
const platform = await startPlatform({ dir: '/' })
const started = performance.now()
const unchanged: number[] = []
const changed: number[] = []
for (let round = 0; round < Number(resets); round++) {
  unchanged.push(await timeOfReset())
  // As a test leaves it: an order, a region that is closed, a moved clock.
  await platform.control.placeOrder({ paid: true })
  await platform.control.changeRegion({ region: 'de', operation: 'deactivate' })
  await platform.clock.advance({ minutes: 10 })
  changed.push(await timeOfReset())
}
const again = performance.now()
const second = await startPlatform({ dir: '/' })
const secondMs = performance.now() - again
await second.close()
await platform.close()
process.send?.({ importMs: imported - began, startMs: started - imported, secondMs, unchanged, changed })
process.disconnect()

async function timeOfReset(): Promise<number> {
  const from = performance.now()
  await platform.reset()
  return performance.now() - from
}
