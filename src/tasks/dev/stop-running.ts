import { pid as ownPid } from 'node:process'

import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import { isAlive } from '../../processes/alive.ts'
import { askToEnd } from '../../processes/signals.ts'

const POLL_MS = 50

/** The longest wait: it ends within some seconds of being asked. */
const MOST_MS = 30_000

/** Ends the `app dev` of a project as Ctrl-C would, and waits until none of its processes runs. Returns its pid, or null when none ran. Raises `dev.already-running` when it does not end. */
export async function stopRunning(
  { paths, sleep }: Pick<Context, 'paths' | 'sleep'>,
  dir: string,
): Promise<number | null> {
  const place = { paths, dir }
  const run = runningSession(place)
  if (run === null || run.pid === null) return null
  askToEnd(run.pid)
  for (let waited = 0; waited < MOST_MS; waited += POLL_MS) {
    // Its lock goes before its last port does.
    const isGone = run.pid === ownPid || !isAlive(run.pid)
    if (runningSession(place)?.pid !== run.pid && isGone) return run.pid
    await sleep(POLL_MS)
  }
  throw new AppError('dev.already-running', `\`app dev\` (pid ${run.pid}) did not stop in time and still runs.`, {
    details: { pid: run.pid },
  })
}
