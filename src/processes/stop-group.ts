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
  signalGroup(pid, 'SIGKILL')
  // A system on which what has ended cannot be told from what runs: do not wait for that for long.
  for (let waited = 0; waited < COLLECT_MS && groupLives(pid); waited += 10) await pause(10)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
