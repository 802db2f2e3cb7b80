import { availableParallelism, loadavg } from 'node:os'

/** How many programs have wanted a core of this machine in the last minute, for each that it has; 0 on Windows, which does not count them. */
export function busyness(): number {
  const [lastMinute = 0] = loadavg()
  return lastMinute / availableParallelism()
}
