import type { Log } from '../log/log.ts'

/** At most one line in this time, in ms: an attacker must not fill the log. */
const LINE_MS = 1000

export interface Rejections {
  readonly count: (reason: string) => void
}

/** Logs rejected deliveries: the first one immediately, and further ones as a count. */
export function createRejections(log: Log): Rejections {
  const counts = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (counts.size === 0) return
    for (const [reason, deliveries] of counts) log('delivery rejected', { reason, deliveries })
    counts.clear()
    begin()
  }
  const begin = () => {
    timer = setTimeout(flush, LINE_MS)
    // A process that ends does not wait for the line.
    if (typeof timer === 'object' && 'unref' in timer) timer.unref()
  }
  return {
    count(reason) {
      if (timer !== undefined) {
        counts.set(reason, (counts.get(reason) ?? 0) + 1)
        return
      }
      log('delivery rejected', { reason })
      begin()
    },
  }
}
