import { groupLives } from './group-lives.ts'
import { signalGroup } from './signals.ts'

/** How long a group may take to end by itself. */
const GRACE_MS = 3000

const COLLECT_MS = 500

/** Ends the whole process group of a child: SIGTERM, after 3 s SIGKILL. Resolves when none of its processes is left, at the latest half a second after SIGKILL. */
export async function stopGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return
  for (let waited = 0; waited < GRACE_MS; waited += 20) {
    await pause(20)
    if (!groupLives(pid)) return
  }
  await killGroup(pid)
}

/** SIGKILL to the whole process group of a child. Resolves when none of its processes is left, nor a port that one of them held; at the latest after half a second. */
export async function killGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGKILL')) return
  // A system on which what has ended cannot be told from what runs: do not wait for that for long.
  for (let waited = 0; waited < COLLECT_MS && groupLives(pid); waited += 5) await pause(5)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
