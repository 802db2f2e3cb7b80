// Only to ask whether a process lives: signal 0 sends nothing.
import { kill } from 'node:process'

/** Whether a process of this number is there, of whatever user. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return kill(pid, 0)
  } catch (error) {
    // Of another user, but alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
