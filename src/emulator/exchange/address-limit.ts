import { limits } from '../../catalog/limits.ts'

interface Window {
  readonly startedAt: number
  count: number
}

export type LimitVerdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/** 30 exchanges a minute from one address: a fixed window from the first request; refused ones do not count (B12, EXCH-015). */
export function createAddressLimit(): (address: string, now: Date) => LimitVerdict {
  const windows = new Map<string, Window>()
  return (address, now) => {
    const at = now.getTime()
    const window = currentWindow(windows, address, at)
    if (window.count >= limits.exchangesPerMinutePerAddress) {
      const endsAt = window.startedAt + limits.rateWindowMs
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((endsAt - at) / 1000)) }
    }
    window.count++
    return { ok: true }
  }
}

function currentWindow(windows: Map<string, Window>, address: string, at: number): Window {
  // A window of the future was begun before a reset put the clock back.
  const isOver = ({ startedAt }: Window) => at < startedAt || at >= startedAt + limits.rateWindowMs
  const known = windows.get(address)
  if (known && !isOver(known)) return known
  for (const [other, window] of windows) if (isOver(window)) windows.delete(other)
  const fresh: Window = { startedAt: at, count: 0 }
  windows.set(address, fresh)
  return fresh
}
