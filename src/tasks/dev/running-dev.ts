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
  /** Whether the app is installed in the store of this session; null while that is not known. */
  readonly installed: boolean | null
  /** The command that installs it; null where nothing has to be done, or that is not known. */
  readonly next: string | null
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
  const { pid, appPid, target, since, ready, isInstalled } = run
  const isWell = ready !== null && (ready.health === null || (await isUp(send, ready.health)))
  return {
    running: true,
    state: ready === null ? 'starting' : isWell ? 'ready' : 'unwell',
    pid,
    appPid,
    appKey: config.key,
    dir,
    target,
    installed: isInstalled,
    next: isInstalled === false ? installCommand(target) : null,
    since,
    ...ready,
    log: logFile({ paths, dir }),
  }
}

/** On the live platform the owner of the store decides, in a browser. */
function installCommand(target: string | null): string {
  return target === 'live' ? 'app install --target live' : 'app install --approve'
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
