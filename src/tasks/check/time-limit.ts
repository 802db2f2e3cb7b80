/** Time for all checks on an idle machine, and the maximum on any machine, in ms. */
const USUAL_MS = 30_000
const LONGEST_MS = 600_000

/** Part of the time that an idle machine needs to stop everything, in ms. The checks no longer wait for the app then. */
const END_MS = 3000

/** Interval of the load measurements in ms. */
const LOOK_MS = 250

export interface TimeLimitTools {
  readonly clock: () => number
  readonly busyness: () => number
}

export interface TimeLimit {
  /** Aborted when the remaining checks must be skipped. */
  readonly over: AbortSignal
  readonly close: () => void
}

/**
 * Enforces `timeoutMs`, which includes stopping everything. Without it the limit grows with the highest measured load, because a fixed one would end before all
 * checks are done.
 */
export function startTimeLimit({ clock, busyness }: TimeLimitTools, timeoutMs: number | null): TimeLimit {
  const startedAt = clock()
  const over = new AbortController()
  let load = 1
  const timer = setInterval(() => {
    load = Math.max(load, busyness())
    const limitMs = timeoutMs ?? Math.min(USUAL_MS * load, LONGEST_MS)
    if (clock() - startedAt >= limitMs - Math.min(END_MS * load, limitMs / 3)) over.abort()
  }, LOOK_MS)
  timer.unref()
  return { over: over.signal, close: () => clearInterval(timer) }
}

/** Longest time in ms between two looks at the clock that counts. A busy machine delays a look less, a stopped process more. */
const LONGEST_GAP_MS = 2000

export interface RunningClock {
  /** Returns the time in ms that this process has run since the start, without the time while Ctrl-Z or the machine's sleep stopped it. */
  readonly clock: () => number
  readonly close: () => void
}

/** `now` returns a time in ms, from any origin. */
export function startRunningClock(now: () => number): RunningClock {
  let [ran, last] = [0, now()]
  const clock = () => ran + Math.min(now() - last, LONGEST_GAP_MS)
  const timer = setInterval(() => {
    ran = clock()
    last = now()
  }, LOOK_MS)
  timer.unref()
  return { clock, close: () => clearInterval(timer) }
}
