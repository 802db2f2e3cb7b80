import { pid as ownPid } from 'node:process'

import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import { isAlive } from '../../processes/alive.ts'
import { askToEnd } from '../../processes/signals.ts'

const POLL_MS = 50

/** Maximum wait. A session usually stops within a few seconds. */
const MOST_MS = 30_000

/**
 * Stops the `app dev` of a project as Ctrl-C would, and waits until all its processes have exited. Returns its pid, or null if none ran. Raises
 * `dev.already-running` if it does not stop.
 */
export async function stopRunning(
  { paths, sleep }: Pick<Context, 'paths' | 'sleep'>,
  dir: string,
): Promise<number | null> {
  const place = { paths, dir }
  const run = runningSession(place)
  if (run === null || run.pid === null) return null
  askToEnd(run.pid)
  for (let waited = 0; waited < MOST_MS; waited += POLL_MS) {
    // A session releases its lock before its last port.
    const isGone = run.pid === ownPid || !isAlive(run.pid)
    if (runningSession(place)?.pid !== run.pid && isGone) return run.pid
    await sleep(POLL_MS)
  }
  throw new AppError('dev.already-running', `\`app dev\` (pid ${run.pid}) did not stop in time and is still running.`, {
    details: { pid: run.pid },
  })
}
