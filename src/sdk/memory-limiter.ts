import { limits } from '../catalog/limits.ts'
import type { Budget, Limiter } from '../client/limiter.ts'
import { AppError } from '../errors.ts'

export interface MemoryLimiterTools {
  /** At most the platform's limit, even if a higher value is given. */
  readonly perMinute: number
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
}

/** Requests reach the platform later than they are counted, with a variable delay (P17). */
const WINDOW_MS = limits.rateWindowMs + 1_000

/** After this wait a slot is always free. */
const MAX_WAIT_MS = 65_000

/**
 * Counts the requests of this process in a sliding minute; first come, first served. Other
 * processes with the same token are not counted: they share a budget through a file (`budgetFile`).
 */
export function createMemoryLimiter({ perMinute, now, sleep, signal }: MemoryLimiterTools): Limiter {
  /** When the last requests were or will be sent (Unix ms), the oldest first. */
  const places: number[] = []
  return {
    close: () => {},
    async acquire(budget: Budget) {
      const most = Math.max(1, Math.min(perMinute, budget.perMinute))
      const at = now().getTime()
      const before = places[places.length - most]
      const place = before === undefined ? at : Math.max(at, before + WINDOW_MS)
      if (place - at > MAX_WAIT_MS) throw tooMany(most, place - at)
      places.push(place)
      if (places.length > most) places.shift()
      if (place > at) await sleep(place - at, signal)
    },
  }
}

function tooMany(most: number, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError('api.rate-limited', `The budget of ${most} requests per minute is exhausted. Nothing was sent.`, {
    suggestions: [`Try again in ${seconds} s.`],
    details: { retryAfterSeconds: seconds },
  })
}
