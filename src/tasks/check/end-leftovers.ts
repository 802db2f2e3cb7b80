import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { kill, platform } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

export interface Leftovers {
  /** The run's folder, in which all of its apps run. */
  readonly folder: string
  /** A secret generated for this run. A process with it in its environment was started by an app of the run. */
  readonly secret: string
}

/** Number of searches for killed processes, 20 ms apart. */
const LOOKS = 25

/**
 * Kills processes that an app started in a separate session and that outlive its process group: they run in the run's folder or
 * have its variables. Finds them in `/proc`, so only on Linux. Resolves when all have exited, after half a second at the latest.
 */
export async function endLeftovers(leftovers: Leftovers): Promise<void> {
  if (platform !== 'linux') return
  for (let left = LOOKS; left > 0; left -= 1) {
    const found = pids().filter((pid) => isLeft(pid, leftovers))
    if (found.length === 0) return
    for (const pid of found) end(pid)
    await pause(20)
  }
}

function pids(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

function isLeft(pid: number, { folder, secret }: Leftovers): boolean {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    return cwd.startsWith(`${folder}/`) || readFileSync(`/proc/${pid}/environ`, 'latin1').includes(secret)
  } catch {
    // The process belongs to another user or has exited.
    return false
  }
}

function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL')
  } catch {
    // The process has exited in the meantime.
  }
}
