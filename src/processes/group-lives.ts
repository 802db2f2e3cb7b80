import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:process'

import { signalGroup } from './signals.ts'

/**
 * Whether a process of this group still runs. What has ended and waits to be collected counts as gone: where the first process of a container collects nobody, or
 * seldom, it stays in the list for ever. That is known on Linux alone.
 */
export function groupLives(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false
  if (platform !== 'linux') return true
  // Most often it is the leader that lives, and one file tells.
  return isRunning(pid, pid) || readdirSync('/proc').some((name) => /^\d+$/.test(name) && isRunning(Number(name), pid))
}

function isRunning(pid: number, group: number): boolean {
  try {
    // The name, in brackets, may hold anything; state, parent and group follow it.
    const [, state = '', , itsGroup] = /\) (\S) (\d+) (\d+) /.exec(afterName(pid)) ?? []
    return Number(itsGroup) === group && state !== 'Z' && state !== 'X'
  } catch {
    // It ended while the list was read.
    return false
  }
}

function afterName(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(') '))
}
