import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns the number of runnable programs per core: the average of the last minute or the current number, whichever
 * is higher, because the average follows a sudden load slowly. Returns 0 on Windows, which reports neither.
 */
export function busyness(): number {
  const [lastMinute = 0] = loadavg()
  return Math.max(lastMinute, runnableNow()) / availableParallelism()
}

/** Scales a wall-clock limit for an idle machine, in ms, to the current load. */
export function longerIfBusy(ms: number): number {
  return ms * Math.max(1, busyness())
}

/** Returns the number of other programs that can run now, which only Linux reports. */
function runnableNow(): number {
  try {
    const [, runnable = '1'] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'latin1')) ?? []
    return Number(runnable) - 1
  } catch {
    return 0
  }
}
