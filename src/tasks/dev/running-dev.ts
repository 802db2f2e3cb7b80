import type { Context } from '../../context.ts'
import { logFile } from '../../dev/background/session-log.ts'
import type { RunningAddresses, RunningDev } from '../../dev/lock.ts'
import type { Project } from '../../project/app-toml.ts'

/** The `app dev` of a project, as `--json` prints it. */
export interface RunningDocument extends Partial<RunningAddresses> {
  readonly running: true
  /** `starting` until everything runs, `unwell` while the app or the platform is not up. */
  readonly state: 'starting' | 'ready' | 'unwell'
  readonly pid: number | null
  /** Of the app's own process; null while it does not run. */
  readonly appPid: number | null
  readonly appKey: string
  /** The project's folder. */
  readonly dir: string
  readonly target: string | null
  /** ISO-8601. */
  readonly since: string | null
  /** Where its events are kept. */
  readonly log: string
}

/** What is known of it now, with a check of its health. */
export async function describeRunning(
  { paths, send }: Pick<Context, 'paths' | 'send'>,
  { dir, config }: Project,
  run: RunningDev,
): Promise<RunningDocument> {
  const { pid, appPid, target, since, ready } = run
  const isWell = ready !== null && (ready.health === null || (await isUp(send, ready.health)))
  return {
    running: true,
    state: ready === null ? 'starting' : isWell ? 'ready' : 'unwell',
    pid,
    appPid,
    appKey: config.key,
    dir,
    target,
    since,
    ...ready,
    log: logFile({ paths, dir }),
  }
}

/** Whether all is well at the health address of an `app dev`. */
async function isUp(send: Context['send'], health: string): Promise<boolean> {
  return (await statusAt(send, health)) === 200
}

/** The HTTP status that a health address answers with; null where nothing answers within two seconds. */
export async function statusAt(send: Context['send'], health: string): Promise<number | null> {
  try {
    return (await send({ method: 'GET', url: new URL(health), headers: {}, timeoutMs: 2000 })).status
  } catch {
    return null
  }
}
