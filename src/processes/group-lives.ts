import { readdirSync } from 'node:fs'
import { platform } from 'node:process'

import { processState } from './process-state.ts'
import { signalGroup } from './signals.ts'

/** Whether a process of this group still runs. What has ended and waits to be collected counts as gone; that is known on Linux alone. */
export function groupLives(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false
  if (platform !== 'linux') return true
  // Most often it is the leader that lives, and one file tells.
  return isRunning(pid, pid) || readdirSync('/proc').some((name) => /^\d+$/.test(name) && isRunning(Number(name), pid))
}

function isRunning(pid: number, group: number): boolean {
  const state = processState(pid)
  return state !== null && state.group === group && state.isRunning
}
