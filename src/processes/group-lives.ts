import { readdirSync } from 'node:fs'
import { platform } from 'node:process'

import { processState } from './process-state.ts'
import { signalGroup } from './signals.ts'

/** Returns whether a process of this group still runs. Zombies count as exited, which only Linux shows. */
export function groupLives(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false
  if (platform !== 'linux') return true
  // Usually the leader is alive, and then one file is enough.
  return isRunning(pid, pid) || readdirSync('/proc').some((name) => /^\d+$/.test(name) && isRunning(Number(name), pid))
}

function isRunning(pid: number, group: number): boolean {
  const state = processState(pid)
  return state !== null && state.group === group && state.isRunning
}
