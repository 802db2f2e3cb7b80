// Only tests whether a process exists: signal 0 sends nothing.
import { kill, pid as ownPid } from 'node:process'

import { processState } from './process-state.ts'

/** Returns whether a process with this pid exists, for any user. Zombies count as exited, which only Linux shows. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return kill(pid, 0) && processState(pid)?.isRunning !== false
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether a process that was asked to stop has exited. Our own process has stopped the part that it runs, and goes on. */
export function hasExited(pid: number): boolean {
  return pid === ownPid || !isAlive(pid)
}
