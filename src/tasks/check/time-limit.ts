/** The time for a whole check on an idle machine, and the longest on any, in ms. */
const USUAL_MS = 30_000
const LONGEST_MS = 600_000

/** The part of the time that an idle machine needs for ending all that runs, in ms: nobody waits then for what an app still wants to do. */
const END_MS = 3000

/** How often the load is measured, in ms. */
const LOOK_MS = 250

export interface TimeLimitTools {
  readonly clock: () => number
  readonly busyness: () => number
}

export interface TimeLimit {
  /** Aborted when the remaining checks are to be skipped. */
  readonly over: AbortSignal
  readonly close: () => void
}

/** Keeps to `timeoutMs`, ending included. Without it the time grows with the highest load that was seen, because a fixed one would be over before all checks are done. */
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
