// The one place of this room that signals processes: a whole group cannot be reached through a ChildProcess (R13).
import { kill } from 'node:process'

/** Asks one process to end; false when it is not there. */
export function askToEnd(pid: number): boolean {
  try {
    return kill(pid, 'SIGTERM')
  } catch {
    return false
  }
}

/** Signals a process group, or one process where there are no groups (Windows). False when there is nobody left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  for (const whom of [-pid, pid]) {
    try {
      return kill(whom, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPERM') return true
    }
  }
  return false
}
