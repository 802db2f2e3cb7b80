import { limits } from '../catalog/limits.ts'
import type { Settings } from '../catalog/settings.ts'

/** Counts one request of `who` at `now` (Unix ms). Returns 0 if it may pass, otherwise the whole seconds until the next one may. */
export type RateLimit = (who: string, now: number) => number

/** Number of callers in memory before expired ones are removed. */
const SWEEP_AT = 5000

/** Applies the chosen interpretation of B12. Each interpretation counts separately. */
export function createRateLimit(perMinute: number, settings: () => Pick<Settings, 'rateWindow'>): RateLimit {
  const fixed = fixedWindow(perMinute)
  const sliding = slidingWindow(perMinute)
  return (who, now) => {
    const { rateWindow } = settings()
    return rateWindow === 'fixed' ? fixed(who, now) : sliding(who, now, rateWindow === 'sliding-all')
  }
}

interface Window {
  readonly startedAt: number
  count: number
}

/** 60 s from the first request. A rejected request does not count. */
function fixedWindow(perMinute: number): RateLimit {
  const windows = new Map<string, Window>()
  return (who, now) => {
    const known = windows.get(who)
    if (known === undefined || isOver(known.startedAt, now)) {
      if (windows.size >= SWEEP_AT) sweep(windows, ({ startedAt }) => isOver(startedAt, now))
      windows.set(who, { startedAt: now, count: 1 })
      return 0
    }
    if (known.count >= perMinute) return secondsUntilOver(known.startedAt, now)
    known.count++
    return 0
  }
}

/** The last 60 s at each moment. Only the newest `perMinute` times are kept, because only they decide. */
function slidingWindow(perMinute: number): (who: string, now: number, countsRefused: boolean) => number {
  const times = new Map<string, number[]>()
  return (who, now, countsRefused) => {
    const recent = (times.get(who) ?? []).filter((at) => !isOver(at, now))
    if (recent.length === 0 && times.size >= SWEEP_AT) {
      sweep(times, (all) => all.every((at) => isOver(at, now)))
    }
    times.set(who, recent)
    const isRefused = recent.length >= perMinute
    if (!isRefused || countsRefused) recent.push(now)
    if (!isRefused) return 0
    if (countsRefused) recent.shift()
    return secondsUntilOver(recent[0] ?? now, now)
  }
}

function secondsUntilOver(startedAt: number, now: number): number {
  return Math.ceil((startedAt + limits.rateWindowMs - now) / 1000)
}

/** A time in the future is from before a reset that turned the clock back. */
function isOver(startedAt: number, now: number): boolean {
  return now < startedAt || now >= startedAt + limits.rateWindowMs
}

function sweep<T>(known: Map<string, T>, isDone: (value: T) => boolean): void {
  for (const [who, value] of known) if (isDone(value)) known.delete(who)
}
