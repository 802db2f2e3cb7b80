import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../errors.ts'
import type { StatePaths } from '../project/paths.ts'
import { platformName } from '../project/platforms/choose-platform.ts'
import { runLock, runLocks, runningNote, sessionPlace } from '../project/platforms/session-place.ts'
import { isLocked, takeLock } from '../storage/exclusive-lock.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'
import { whileLocked } from '../storage/while-locked.ts'
import { defined } from '../text/defined.ts'
import type { ReadyEvent } from './events/dev-event.ts'

/** The lock on a project. Keep a reference to it: garbage collection would release the lock. */
export interface ProjectLock {
  /** Adds facts about this session to its note, which other commands read. */
  readonly publish: (run: Partial<Omit<RunningDev, 'pid'>>) => void
  readonly release: () => void
}

export interface LockFacts {
  readonly paths: StatePaths
  /** Project folder. */
  readonly dir: string
  /** Id of this process. The error of a second `app dev` shows it. */
  readonly pid: number
  /** Start time, ISO-8601. */
  readonly since?: string
  /** Flags that affect the session. */
  readonly flags?: DevFlags
  readonly appKey?: string
}

/** Flags of `app dev` by name, without secrets. */
export type DevFlags = Readonly<Record<string, string | number | boolean>>

/** The running `app dev` of a project, with null for unknown facts. */
export interface RunningDev {
  readonly pid: number | null
  /** Platform name. */
  readonly platform: string | null
  /** App key in app.toml at the start. */
  readonly appKey: string | null
  /** `emulator` or `live`; null until everything runs. */
  readonly target: string | null
  /** Origin of the live platform, or null on the emulator. */
  readonly origin: string | null
  /** URL that starts an install through the app, or null until everything runs. */
  readonly startUrl: string | null
  /** Start time, ISO-8601. */
  readonly since: string | null
  /** Flags at the start. */
  readonly flags: DevFlags | null
  /** Process id of the app, or null while it is not running. It changes when the app restarts. */
  readonly appPid: number | null
  /** Whether the app is installed in the session's store, or null until known. */
  readonly isInstalled: boolean | null
  /** Why the install of the start failed, or null. */
  readonly installFailure: string | null
  /** Notices printed until everything ran, for a caller that does not see the output. */
  readonly notices: readonly string[]
  /** Addresses, or null until everything runs. */
  readonly ready: RunningAddresses | null
}

/** The part of the event `ready` that other commands need. Some addresses contain a token (0600). */
export type RunningAddresses = { readonly platform: string } & Pick<
  ReadyEvent,
  | 'app'
  | 'gateway'
  | 'outbound'
  | 'tunnel'
  | 'admin'
  | 'webhooks'
  | 'portal'
  | 'storefront'
  | 'inspector'
  | 'health'
  | 'store'
>

/**
 * Ensures that only one `app dev` runs in a project (P14). SQLite locks a small file, and the system releases the lock
 * when the process exits, even after kill -9. Raises `dev.already-running` with the pid of the other run.
 */
export function lockProject({ paths, dir, pid, since, flags, appKey }: LockFacts): ProjectLock {
  const place = sessionPlace({ paths, dir })
  const holderFile = `${place}.json`
  ensureFolder(paths.home)
  const run = randomBytes(6).toString('hex')
  let note: RunningDev = { ...unknownRun, ...defined({ since, flags, appKey }), pid, platform: platformName(paths) }
  const publish = (more: Partial<Omit<RunningDev, 'pid'>>) => {
    note = { ...note, ...more }
    writeFileAtomic({ path: holderFile, content: `${JSON.stringify({ ...note, run })}\n` })
  }
  const lock = runLock(place, run)
  const unlock = whileLocked(join(paths.home, 'dev', 'sessions.lock'), () => {
    for (const other of runLocks(place)) {
      // A run that could not write its note still holds its lock.
      if (isLocked(other)) throw alreadyRunning(dir, runningSession({ paths, dir }))
      rmSync(other, { force: true })
    }
    return holdNoted(lock, () => publish({}))
  })
  return {
    publish,
    release: () => {
      rmSync(holderFile, { force: true })
      unlock()
      rmSync(lock, { force: true })
    },
  }
}

/** A project folder and the paths of its state. */
export type SessionFacts = Omit<LockFacts, 'pid' | 'since' | 'flags' | 'appKey'>

/** Returns the running `app dev` of a project, or null. */
export function runningSession(facts: SessionFacts): RunningDev | null {
  const note = runningNote(sessionPlace(facts))
  return note === null ? null : parseRun(note)
}

/** Takes a new lock and writes its note. Releases the lock if the note cannot be written. */
function holdNoted(lock: string, write: () => void): () => void {
  const release = takeLock(lock)
  if (release === null) throw new Error(`Another process holds the new lock ${lock}.`)
  try {
    write()
    return release
  } catch (error) {
    release()
    rmSync(lock, { force: true })
    throw error
  }
}

function alreadyRunning(dir: string, run: RunningDev | null): AppError {
  const pid = run?.pid ?? null
  const who = pid === null ? 'another process' : `pid ${pid}`
  const app = run?.appKey == null ? '' : ` for ${run.appKey}`
  const where = run?.target === 'live' ? ' on the live platform' : ''
  return new AppError('dev.already-running', `\`app dev\` is already running in ${dir}${app}${where} (${who}).`, {
    suggestions: ['Use the running `app dev`, or stop it: app dev stop'],
    details: { pid },
  })
}

const unknownRun: RunningDev = {
  pid: null,
  platform: null,
  appKey: null,
  target: null,
  origin: null,
  startUrl: null,
  since: null,
  flags: null,
  appPid: null,
  isInstalled: null,
  installFailure: null,
  notices: [],
  ready: null,
}

function parseRun(note: Partial<Record<keyof RunningDev, unknown>>): RunningDev {
  const { pid, platform, appKey, target, origin, startUrl, since, flags, appPid, isInstalled } = note
  const { installFailure, notices, ready } = note
  return {
    pid: typeof pid === 'number' ? pid : null,
    platform: textOf(platform),
    appKey: textOf(appKey),
    target: textOf(target),
    origin: textOf(origin),
    startUrl: typeof startUrl === 'string' && URL.canParse(startUrl) ? startUrl : null,
    since: textOf(since),
    // Trusted like `ready` below.
    flags: typeof flags === 'object' ? (flags as DevFlags | null) : null,
    appPid: typeof appPid === 'number' ? appPid : null,
    isInstalled: typeof isInstalled === 'boolean' ? isInstalled : null,
    installFailure: textOf(installFailure),
    notices: Array.isArray(notices) ? notices.map(String) : [],
    // Only the holder of the lock writes the note, and always as a whole.
    ready: typeof ready === 'object' ? (ready as RunningAddresses | null) : null,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
