import type { Context } from '../../context.ts'
import { readRunFile } from '../../control/run-file.ts'
import { logFile } from '../../dev/background/session-log.ts'
import { regionFlag, storeFlag } from '../../dev/installs/consent.ts'
import type { RunningAddresses, RunningDev } from '../../dev/lock.ts'
import type { WireResponse } from '../../http/wire.ts'
import { platformName } from '../../project/platforms/choose-platform.ts'
import { emulatorTarget } from '../../project/targets.ts'
import { bareAddress } from '../../text/bare-address.ts'
import { parseJson } from '../../text/json.ts'
import { installedIn, type InstalledIn, type InstalledRegions } from './installed-regions.ts'
import { isRegisteredStill } from './registered-still.ts'

/** The parts that must be running. */
type RunPart = 'app' | 'platform'

/** The `app dev` of a project, as `--json` prints it. */
export interface RunningDocument extends Partial<RunningAddresses>, Partial<InstalledRegions> {
  readonly running: true
  /**
   * `starting` until everything runs. `degraded` if the app or platform is down, or the emulator no
   * longer has the app.
   */
  readonly state: 'starting' | 'ready' | 'degraded'
  /** Parts that are down. Empty if all are running, or if the health check reports no parts. */
  readonly down: readonly RunPart[]
  readonly pid: number | null
  /** Process id of the app, or null while it is not running. */
  readonly appPid: number | null
  readonly appKey: string
  /** Project folder. */
  readonly dir: string
  readonly target: string | null
  /** Whether the emulator has this session's app and store. False after a reset, null while unknown. */
  readonly registered: boolean | null
  /** Whether the app is installed in this session's store, or null while unknown. */
  readonly installed: boolean | null
  /** Command that installs the app, or null if none is needed or the state is unknown. */
  readonly next: string | null
  /** Required scopes in app.toml that the install was not granted. Missing if there are none. */
  readonly missingScopes?: readonly string[]
  /** Topics in app.toml to which the install is not subscribed. Missing if there are none. */
  readonly missingTopics?: readonly string[]
  /** URL of the inspector without its token. `app open inspector` opens it. */
  readonly inspector?: string | null
  /** Start time, ISO-8601. */
  readonly since: string | null
  /** File with the events of this session. */
  readonly log: string
}

/** Describes the session after a health check. */
export async function describeRunning(
  { paths, send }: Pick<Context, 'paths' | 'send'>,
  { dir, appKey }: { readonly dir: string; readonly appKey: string },
  run: RunningDev,
): Promise<RunningDocument> {
  const { pid, appPid, target, since, ready } = run
  const [health, status] = await Promise.all([
    ready?.health ? healthAt(send, ready.health) : WELL,
    installStatus({ paths, send }, appKey, run),
  ])
  const isWell = health.isWell && status.registered !== false
  return {
    running: true,
    state: ready === null ? 'starting' : isWell ? 'ready' : 'degraded',
    down: health.down,
    pid,
    appPid,
    appKey,
    dir,
    target,
    ...status,
    since,
    ...ready,
    ...(ready && { inspector: ready.inspector ? bareAddress(ready.inspector) : null }),
    log: logFile({ paths, dir }),
  }
}

type AppState = Pick<RunningDocument, 'registered' | 'installed' | 'next' | 'missingScopes' | 'missingTopics'> &
  Partial<InstalledRegions>

/** The app's status on the session's platform. */
async function installStatus(
  context: Pick<Context, 'paths' | 'send'>,
  appKey: string,
  run: RunningDev,
): Promise<AppState> {
  const { isInstalled } = run
  const store = emulatorStore(context, run)
  const registered = store === null ? null : await isRegisteredStill(context, appKey, store)
  if (registered === false) return { registered, installed: false, next: AGAIN }
  if (isInstalled === null) return { registered, installed: null, next: null }
  const found = store === null ? null : await installedIn(context, appKey, store)
  const install = installCommand(context, appKey, { ...run, store })
  // An install restored by undo has no token.
  if (isInstalled && found?.isAny !== false) return { registered, ...statusOfFound(found, install) }
  // The session checks one region, usually the default one. The app may be installed in another region of the store with a token that the session does not
  // know.
  if (found?.regions) return { registered, installed: true, next: null, ...found.regions }
  return { registered, installed: false, next: install }
}

/** Returns the code of the session's store; null on another platform. */
function emulatorStore({ paths }: Pick<Context, 'paths'>, { target, ready, platform }: RunningDev): string | null {
  const isOurs = target === 'emulator' && platform === platformName(paths)
  return isOurs && ready !== null ? ready.store : null
}

/** Returns the status of an installed app. `next` reinstalls it if the install lacks a required scope or a topic of app.toml. */
function statusOfFound(found: InstalledIn | null, install: string): Omit<AppState, 'registered'> {
  const { missingScopes = [], missingTopics = [] } = found ?? {}
  if (missingScopes.length + missingTopics.length === 0) return { installed: true, next: null }
  return {
    installed: true,
    // The running app uses the token that the new install revokes.
    next: `${install} --yes`,
    ...(missingScopes.length > 0 && { missingScopes }),
    ...(missingTopics.length > 0 && { missingTopics }),
  }
}

/** Registers and installs the app again. */
const AGAIN = 'app dev stop && app dev'

/** Returns the command that installs the app in the session's store and region. On the live platform the store's owner decides, in a browser. */
function installCommand(
  { paths }: Pick<Context, 'paths'>,
  appKey: string,
  { target, store, flags }: Pick<RunningDev, 'target' | 'flags'> & { readonly store: string | null },
): string {
  if (target === 'live') return 'app install --target live'
  const { store: named, region } = (flags ?? {}) as { readonly store?: string; readonly region?: string }
  const emulator = store === null ? null : readRunFile(paths)
  const storeWord =
    store === null || emulator === null
      ? ''
      : storeFlag(paths, { identity: emulatorTarget(emulator).identity, appKey, code: store, named })
  return `app install --approve${storeWord}${regionFlag(region)}`
}

interface RunHealth {
  readonly isWell: boolean
  readonly down: readonly RunPart[]
}

const WELL: RunHealth = { isWell: true, down: [] }

/** Reads the health URL of an `app dev`. */
async function healthAt(send: Context['send'], health: string): Promise<RunHealth> {
  const answer = await askHealth(send, health)
  if (answer?.status === 200) return WELL
  const parsed = parseJson(Buffer.from(answer?.body ?? []).toString())
  const reported = (parsed.ok ? parsed.value : null) as Partial<Record<RunPart, unknown>> | null
  return { isWell: false, down: (['app', 'platform'] as const).filter((part) => reported?.[part] === false) }
}

/** Returns the HTTP status of a health URL, or null without a response within two seconds. */
export async function statusAt(send: Context['send'], health: string): Promise<number | null> {
  return (await askHealth(send, health))?.status ?? null
}

async function askHealth(send: Context['send'], health: string): Promise<WireResponse | null> {
  try {
    return await send({ method: 'GET', url: new URL(health), headers: {}, timeoutMs: 2000 })
  } catch {
    return null
  }
}
