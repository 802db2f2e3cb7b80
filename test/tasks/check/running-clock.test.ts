import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { startRunningClock } from '../../../src/tasks/check/time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('counts the time in which the process runs, and hardly any of the time for which it is stopped', () => {
  let now = 1000
  const { clock, close } = startRunningClock(() => now)
  const run = (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      now += 250
      vi.advanceTimersByTime(250)
    }
  }

  run(5000)
  const before = clock()
  now += 60_000
  const stopped = clock()
  run(1000)
  close()

  expect([before, stopped, clock()]).toEqual([5000, 7000, 7750])
})
