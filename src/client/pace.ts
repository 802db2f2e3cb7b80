import type { Limiter } from './limiter.ts'
import { waitToSend, type WaitTools } from './wait.ts'

export interface PaceTools extends WaitTools {
  readonly now: () => Date
}

/**
 * Creates a limiter that lets this process send at most `perMinute` requests a minute, evenly
 * spaced, within the shared budget, to leave some for other processes.
 */
export function paced(limiter: Limiter, perMinute: number, tools: PaceTools): Limiter {
  const gapMs = 60_000 / perMinute
  let nextAt = 0
  return {
    close: () => limiter.close(),
    async acquire(budget) {
      const at = tools.now().getTime()
      const turn = Math.max(at, nextAt)
      nextAt = turn + gapMs
      if (turn > at) await waitToSend(tools, turn - at)
      await limiter.acquire(budget)
    },
  }
}
