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

/** Must be kept referenced: the lock of a collected one is released. */
export interface ProjectLock {
  /** Notes for other commands what runs here, beside what was noted before. */
  readonly tell: (run: Partial<Omit<RunningDev, 'pid'>>) => void
  readonly release: () => void
}

export interface LockFacts {
  readonly paths: StatePaths
  /** The project's folder. */
  readonly dir: string
  /** Of this process, for the message that the second one prints. */
  readonly pid: number
  /** When it began, as ISO-8601. */
  readonly since?: string
  /** What decides how it runs. */
  readonly flags?: DevFlags
  readonly appKey?: string
}

/** Flags of `app dev` by name. None of them is secret. */
export type DevFlags = Readonly<Record<string, string | number | boolean>>

/** The `app dev` that runs in a project, as far as it has said. */
export interface RunningDev {
  readonly pid: number | null
  /** The platform that it works on. */
  readonly platform: string | null
  /** The app key in the app.toml that it started with. */
  readonly appKey: string | null
  /** `emulator` or `live`; null until everything runs. */
  readonly target: string | null
  /** Origin of the live platform that it works on; null on the emulator. */
  readonly origin: string | null
  /** Where an install through the app begins; null until everything runs. */
  readonly startUrl: string | null
  /** ISO-8601. */
  readonly since: string | null
  /** The flags that it was started with. */
  readonly flags: DevFlags | null
  /** Of the app's own process, which changes when that restarts; null while it does not run. */
  readonly appPid: number | null
  /** Whether the app is installed in the session's store; null until that is known. */
  readonly isInstalled: boolean | null
  /** Notices printed until everything ran, for a caller that does not see the output. */
  readonly notices: readonly string[]
  /** The addresses, as reported when everything ran; null until then. */
  readonly ready: RunningAddresses | null
}

/** As much of the event `ready` as others need; some of its addresses open what they lead to (0600). */
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
 * Makes sure that only one `app dev` runs in a project (P14). The lock is SQLite's own on a small file: the system releases it when the process stops, even by
 * kill -9. Raises `dev.already-running` with the pid of the other run.
 */
export function lockProject({ paths, dir, pid, since, flags, appKey }: LockFacts): ProjectLock {
  const place = sessionPlace({ paths, dir })
  const holderFile = `${place}.json`
  ensureFolder(paths.home)
  const run = randomBytes(6).toString('hex')
  let note: RunningDev = { ...unknownRun, ...defined({ since, flags, appKey }), pid, platform: platformName(paths) }
  const tell = (more: Partial<Omit<RunningDev, 'pid'>>) => {
    note = { ...note, ...more }
    writeFileAtomic({ path: holderFile, content: `${JSON.stringify({ ...note, run })}\n` })
  }
  const lock = runLock(place, run)
  const unlock = whileLocked(join(paths.home, 'dev', 'sessions.lock'), () => {
    for (const other of runLocks(place)) {
      // A run that cannot write its note still holds its lock.
      if (isLocked(other)) throw alreadyRunning(dir, runningSession({ paths, dir }))
      rmSync(other, { force: true })
    }
    return holdNoted(lock, () => tell({}))
  })
  return {
    tell,
    release: () => {
      rmSync(holderFile, { force: true })
      unlock()
      rmSync(lock, { force: true })
    },
  }
}

/** A project and where its state is. */
export type SessionFacts = Omit<LockFacts, 'pid' | 'since' | 'flags' | 'appKey'>

/** The `app dev` that runs in a project now; null when none runs. */
export function runningSession(facts: SessionFacts): RunningDev | null {
  const note = runningNote(sessionPlace(facts))
  return note === null ? null : parseRun(note)
}

/** Holds a lock whose name is new, and writes the note of it. Without the note nothing is held. */
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
  notices: [],
  ready: null,
}

function parseRun(note: Partial<Record<keyof RunningDev, unknown>>): RunningDev {
  const { pid, platform, appKey, target, origin, startUrl, since, flags, appPid, isInstalled, notices, ready } = note
  return {
    pid: typeof pid === 'number' ? pid : null,
    platform: textOf(platform),
    appKey: textOf(appKey),
    target: textOf(target),
    origin: textOf(origin),
    startUrl: typeof startUrl === 'string' && URL.canParse(startUrl) ? startUrl : null,
    since: textOf(since),
    // As `ready`, below.
    flags: typeof flags === 'object' ? (flags as DevFlags | null) : null,
    appPid: typeof appPid === 'number' ? appPid : null,
    isInstalled: typeof isInstalled === 'boolean' ? isInstalled : null,
    notices: Array.isArray(notices) ? notices.map(String) : [],
    // Only the holder of the lock writes the note, and writes it whole.
    ready: typeof ready === 'object' ? (ready as RunningAddresses | null) : null,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
