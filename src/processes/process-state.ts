import { readFileSync } from 'node:fs'

/** What Linux says of a process. */
export interface ProcessState {
  readonly parent: number
  /** Number of its group. */
  readonly group: number
  /** False for what has ended and waits to be collected: where the first process of a container collects nobody, that stays in the list for ever. */
  readonly isRunning: boolean
}

// Places after the name (proc_pid_stat(5), fields 3, 4, 5 and 20).
const STATE = 0
const PARENT = 1
const GROUP = 2
const THREADS = 17

/** The state is that of the first thread alone: while others still end, the ports and locks of the process are held. */
function hasEnded(fields: readonly string[]): boolean {
  return fields[STATE] === 'X' || (fields[STATE] === 'Z' && Number(fields[THREADS]) <= 1)
}

/** The state of a process by /proc; null where there is none of this number, and on any system but Linux. */
export function processState(pid: number): ProcessState | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in brackets, may hold anything; state, parent and group follow it, and further on how many threads there are.
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ')
    return { parent: Number(fields[PARENT]), group: Number(fields[GROUP]), isRunning: !hasEnded(fields) }
  } catch {
    return null
  }
}
