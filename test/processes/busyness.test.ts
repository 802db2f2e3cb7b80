import { expect, it } from 'vitest'

import { afterRunning } from '../../src/processes/busyness.ts'

it('counts no time while the process stalls', async () => {
  let isOver = false
  afterRunning(200, () => (isOver = true))

  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise(setImmediate)
  const wasOver = isOver

  expect(wasOver).toBe(false)
  await expect.poll(() => isOver).toBe(true)
})

it('calls nothing once it is cleared', async () => {
  let calls = 0
  const cleared = afterRunning(20, () => (calls += 1))
  const { promise, resolve } = Promise.withResolvers<void>()

  clearTimeout(cleared)
  afterRunning(40, resolve)
  await promise

  expect(calls).toBe(0)
})
