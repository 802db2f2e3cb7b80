import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How many programs want to run for each core of this machine: on average in the last minute, or at this moment where that is more, because the average follows a
 * sudden load slowly. 0 on Windows, which counts neither.
 */
export function busyness(): number {
  const [lastMinute = 0] = loadavg()
  return Math.max(lastMinute, runnableNow()) / availableParallelism()
}

/** A limit of wall-clock time for an idle machine, in ms, as it applies at the present load. */
export function longerIfBusy(ms: number): number {
  return ms * Math.max(1, busyness())
}

/** The number of other programs that can run now, which only Linux tells. */
function runnableNow(): number {
  try {
    const [, runnable = '1'] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'latin1')) ?? []
    return Number(runnable) - 1
  } catch {
    return 0
  }
}
