import { readFileSync } from 'node:fs'

/** A process as Linux reports it. */
export interface ProcessState {
  readonly parent: number
  /** Process group id. */
  readonly group: number
  /** False for a zombie: if the first process of a container does not reap its children, a zombie stays in the list forever. */
  readonly isRunning: boolean
}

// Indexes after the name (proc_pid_stat(5), fields 3, 4, 5 and 20).
const STATE = 0
const PARENT = 1
const GROUP = 2
const THREADS = 17

/** The state covers the first thread only. While other threads still end, the process keeps its ports and locks. */
function hasEnded(fields: readonly string[]): boolean {
  return fields[STATE] === 'X' || (fields[STATE] === 'Z' && Number(fields[THREADS]) <= 1)
}

/** Reads a process's state from /proc; null if there is no such process, and on any system but Linux. */
export function processState(pid: number): ProcessState | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in brackets, may contain any text. State, parent and group follow it, and later the number of threads.
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ')
    return { parent: Number(fields[PARENT]), group: Number(fields[GROUP]), isRunning: !hasEnded(fields) }
  } catch {
    return null
  }
}
