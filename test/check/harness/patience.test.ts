import { expect, it } from 'vitest'

import { lookUntil, patience, workMs } from '../../../src/check/harness/work.ts'

/** A machine whose clock moves only in `sleep`. */
function machine(busy: (ms: number) => number) {
  let now = 0
  return {
    clock: () => now,
    busyness: () => busy(now),
    sleep: async (ms: number) => void (now += ms),
  }
}

const app = { catchUp: async () => {} }

it('a wait grows with the load, without an upper limit', () => {
  const waits = [0, 1, 2, 10, 40].map((load) => workMs({ busyness: () => load }))

  expect(waits).toEqual([4500, 4500, 5625, 14_625, 48_375])
})

it('a wait is extended if the load begins during it', async () => {
  const harness = machine((ms) => (ms < 4000 ? 0 : 9))

  await patience(harness, app)

  expect(harness.clock()).toBe(13_500)
})

it('an effect that appears only after the app has caught up is seen', async () => {
  const harness = machine(() => 0)
  let isShown = false
  const late = { catchUp: async () => void (isShown = true) }

  const seen = await lookUntil(harness, late, { look: async () => isShown, isDone: (shown) => shown })

  expect(seen).toBe(true)
})

it('a long wait polls rarely, so each poll can open the panel with a token from a different second', async () => {
  const harness = machine(() => 18)
  let looks = 0

  await lookUntil(harness, app, { look: async () => void (looks += 1), isDone: () => false })

  expect(harness.clock()).toBeGreaterThan(23_000)
  expect(looks).toBeLessThan(60)
})
