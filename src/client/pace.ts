import type { Limiter } from './limiter.ts'

export interface PaceTools {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
}

/**
 * A limiter that lets this process send at most `perMinute` requests a minute, evenly spaced, besides the budget that all processes share: for a run that
 * should leave some for others.
 */
export function paced(limiter: Limiter, perMinute: number, { now, sleep, signal }: PaceTools): Limiter {
  const gapMs = 60_000 / perMinute
  let nextAt = 0
  return {
    close: () => limiter.close(),
    async acquire(budget) {
      const at = now().getTime()
      const turn = Math.max(at, nextAt)
      nextAt = turn + gapMs
      if (turn > at) await sleep(turn - at, signal)
      await limiter.acquire(budget)
    },
  }
}
