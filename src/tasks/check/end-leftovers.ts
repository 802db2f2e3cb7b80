import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { kill, platform } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

export interface Leftovers {
  /** The folder of the run, in which all of its apps run. */
  readonly folder: string
  /** A secret that was made for this run: a process with it among its variables was started by an app of the run. */
  readonly secret: string
}

/** How often what was killed is looked for again, 20 ms apart. */
const LOOKS = 25

/**
 * Ends what an app has started in a separate session, so that it outlives the app's process group: it runs in the folder of the run, or has its variables. Looked
 * for where `/proc` shows it, which is on Linux alone. Resolves when all of them have ended, at the latest after half a second.
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
    // Another user's, or gone.
    return false
  }
}

function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}
