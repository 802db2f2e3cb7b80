import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import { hasExited } from '../../processes/alive.ts'
import { askToEnd } from '../../processes/signals.ts'
import { until } from '../../processes/until.ts'

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
  const { pid } = run
  // A session releases its lock before its last port.
  const hasEnded = () => (runningSession(place)?.pid !== pid && hasExited(pid)) || null
  if (await until({ sleep, everyMs: 50, limitMs: MOST_MS }, hasEnded)) return pid
  throw new AppError('dev.already-running', `\`app dev\` (pid ${run.pid}) did not stop in time and is still running.`, {
    details: { pid: run.pid },
  })
}
