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

/** Steps in which a limit is counted. */
const STEPS = 20

/**
 * Calls `over` after `ms`, counted in steps while this process runs. While the machine sleeps or stalls, at most
 * one step passes, so the work that is limited gets its time. Cleared like a timeout.
 */
export function afterRunning(ms: number, over: () => void): NodeJS.Timeout {
  let left = STEPS
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    over()
  }, ms / STEPS)
  return timer
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
