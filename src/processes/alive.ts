// Only to ask whether a process lives: signal 0 sends nothing.
import { kill } from 'node:process'

import { processState } from './process-state.ts'

/** Whether a process of this number is there, of whatever user. What has ended and waits to be collected counts as gone; that is known on Linux alone. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return kill(pid, 0) && processState(pid)?.isRunning !== false
  } catch (error) {
    // Of another user, but alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
