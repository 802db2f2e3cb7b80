import { limits } from '../catalog/limits.ts'

/** Counts one request of `who` at `now` (Unix ms). Answers with 0 when it may pass, else with the whole seconds until the next one may. */
export type RateLimit = (who: string, now: number) => number

interface Window {
  readonly startedAt: number
  count: number
}

/** How many windows are kept before those that are over are swept out. */
const SWEEP_AT = 5000

/** A fixed window of 60 s from the first request; a refused request does not count (B12). */
export function createRateLimit(perMinute: number): RateLimit {
  const windows = new Map<string, Window>()
  return (who, now) => {
    const known = windows.get(who)
    if (known === undefined || isOver(known, now)) {
      if (windows.size >= SWEEP_AT) sweep(windows, now)
      windows.set(who, { startedAt: now, count: 1 })
      return 0
    }
    if (known.count >= perMinute) return Math.ceil((known.startedAt + limits.rateWindowMs - now) / 1000)
    known.count++
    return 0
  }
}

/** A window of the future was begun before a reset put the clock back. */
function isOver({ startedAt }: Window, now: number): boolean {
  return now < startedAt || now >= startedAt + limits.rateWindowMs
}

function sweep(windows: Map<string, Window>, now: number): void {
  for (const [who, window] of windows) if (isOver(window, now)) windows.delete(who)
}
