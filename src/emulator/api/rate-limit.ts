import { limits } from '../../catalog/limits.ts'

interface Window {
  readonly endsAt: number
  count: number
}

/** How many windows are kept before those that are over are swept out. */
const SWEEP_AT = 5000

/**
 * 600 requests a minute and token (B12): a fixed window of 60 s from the first request. Answers with 0 when the request may pass, else with the whole
 * seconds until the window ends; a refused request does not count.
 */
export function createRateLimit(): (digest: string, now: number) => number {
  const windows = new Map<string, Window>()
  return (digest, now) => {
    const known = windows.get(digest)
    if (known === undefined || now >= known.endsAt) {
      if (windows.size >= SWEEP_AT) sweep(windows, now)
      windows.set(digest, { endsAt: now + limits.rateWindowMs, count: 1 })
      return 0
    }
    if (known.count >= limits.requestsPerMinutePerToken) return Math.ceil((known.endsAt - now) / 1000)
    known.count++
    return 0
  }
}

function sweep(windows: Map<string, Window>, now: number): void {
  for (const [digest, { endsAt }] of windows) if (now >= endsAt) windows.delete(digest)
}
