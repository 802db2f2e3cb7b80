import type { Log } from '../log/log.ts'

/** At most one log line in this time, in ms, so that an attacker cannot fill the log. */
const LINE_MS = 1000

export interface Rejections {
  readonly count: (reason: string) => void
}

/** Logs rejected deliveries: the first one immediately, and further ones as a count. */
export function createRejections(log: Log, now: () => Date): Rejections {
  const counts = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = 0
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [reason, deliveries] of counts) log('delivery rejected', { reason, deliveries })
    if (counts.size > 0) lastAt = now().getTime()
    counts.clear()
  }
  return {
    count(reason) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      // Uses the clock, because a worker's timers end with the request that set them.
      if (now().getTime() - lastAt >= LINE_MS) return flush()
      timer ??= setTimeout(flush, LINE_MS)
      // An exiting process does not wait for the line.
      if (typeof timer === 'object' && 'unref' in timer) timer.unref()
    },
  }
}
