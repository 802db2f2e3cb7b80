import { groupLives } from './group-lives.ts'
import { signalGroup } from './signals.ts'

/** How long a group may take to exit after SIGTERM. */
const GRACE_MS = 3000

const COLLECT_MS = 500

/**
 * Stops a child's process group: SIGTERM, after 3 s SIGKILL. Resolves when no process is left, at most half a second after SIGKILL.
 */
export async function stopGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return
  for (let waited = 0; waited < GRACE_MS; waited += 20) {
    await pause(20)
    if (!groupLives(pid)) return
  }
  await killGroup(pid)
}

/** Sends SIGKILL to the whole process group of a child. Resolves when its processes have exited and their ports free, at the latest after half a second. */
export async function killGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGKILL')) return
  // Some systems do not tell zombies from running processes, so the wait is limited.
  for (let waited = 0; waited < COLLECT_MS && groupLives(pid); waited += 5) await pause(5)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
