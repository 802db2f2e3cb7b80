import { readFileSync } from 'node:fs'

/** What Linux says of a process. */
export interface ProcessState {
  /** Number of its group. */
  readonly group: number
  /** False for what has ended and waits to be collected: where the first process of a container collects nobody, that stays in the list for ever. */
  readonly isRunning: boolean
}

/** The state of a process by /proc; null where there is none of this number, and on any system but Linux. */
export function processState(pid: number): ProcessState | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in brackets, may hold anything; state, parent and group follow it.
    const [, state = '', , group] = /\) (\S) (\d+) (\d+) /.exec(text.slice(text.lastIndexOf(') '))) ?? []
    return { group: Number(group), isRunning: state !== 'Z' && state !== 'X' }
  } catch {
    return null
  }
}
