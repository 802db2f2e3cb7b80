// The only file of this module that signals processes, because a ChildProcess cannot signal a whole group (R13).
import { kill } from 'node:process'

/** Asks one process to exit; false if it does not exist. */
export function askToEnd(pid: number): boolean {
  try {
    return kill(pid, 'SIGTERM')
  } catch {
    return false
  }
}

/** Signals a process group, or one process on Windows, which has no groups. Returns false if no process is left. */
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
