import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../errors.ts'
import type { StatePaths } from '../project/paths.ts'
import { platformName } from '../project/platforms/choose-platform.ts'
import { sessionPlace } from '../project/platforms/session-place.ts'
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
  /** The platform that it works on; null in the note of an older version. */
  readonly platform: string | null
  /** Of the app, by the app.toml that it began with; null in the note of an older version. */
  readonly appKey: string | null
  /** `emulator` or `live`; null until everything runs. */
  readonly target: string | null
  /** Where an install through the app begins; null until everything runs. */
  readonly startUrl: string | null
  /** ISO-8601; null in the note of an older version. */
  readonly since: string | null
  /** What decides how it runs; null in the note of an older version. */
  readonly flags: DevFlags | null
  /** Of the app's own process, which changes when that restarts; null while it does not run. */
  readonly appPid: number | null
  /** Whether the app has its install in the store of the session; null until that is known, and in the note of an older version. */
  readonly isInstalled: boolean | null
  /** What was said by the way until everything ran, for who started it and does not see it; empty in the note of an older version. */
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
 * Makes sure that one `app dev` runs in a project (P14). The lock is SQLite's own lock on a small file: the system lets go of it when the process ends,
 * also by kill -9, so there is no stale one. Raises `dev.already-running`, which names the other's pid.
 */
export function lockProject({ paths, dir, pid, since, flags, appKey }: LockFacts): ProjectLock {
  const place = sessionPlace({ paths, dir })
  const holderFile = `${place}.json`
  ensureFolder(paths.home)
  let note: RunningDev = { ...nobody, ...defined({ since, flags, appKey }), pid, platform: platformName(paths) }
  const tell = (run: Partial<Omit<RunningDev, 'pid'>>) => {
    note = { ...note, ...run }
    writeFileAtomic({ path: holderFile, content: `${JSON.stringify(note)}\n` })
  }
  // The note is there before the lock, so that nobody who finds the lock taken reads what a killed run has left.
  const unlock = whileLocked(join(paths.home, 'dev', 'sessions.lock'), () => {
    if (isLocked(`${place}.lock`)) return null
    tell({})
    return takeLock(`${place}.lock`)
  })
  if (unlock === null) throw alreadyRunning(dir, holderOf(holderFile).pid)
  return {
    tell,
    release: () => {
      rmSync(holderFile, { force: true })
      unlock()
    },
  }
}

/** Which project is meant. */
export type SessionFacts = Omit<LockFacts, 'pid' | 'since' | 'flags' | 'appKey'>

/** The `app dev` that runs in a project now; null for none. What a killed one has left is not taken for one. */
export function runningSession(facts: SessionFacts): RunningDev | null {
  const place = sessionPlace(facts)
  const note = `${place}.json`
  for (let tries = 0; tries < 5; tries++) {
    // Without this file nobody holds the lock.
    if (!existsSync(note)) return null
    const before = holderOf(note)
    if (!isLocked(`${place}.lock`)) return null
    // One may have ended and another begun while the lock was looked at.
    const run = holderOf(note)
    if (run.pid === before.pid && run.since === before.since) return run
  }
  return nobody
}

function alreadyRunning(dir: string, holder: number | null): AppError {
  const who = holder === null ? 'another process' : `pid ${holder}`
  return new AppError('dev.already-running', `\`app dev\` runs in ${dir} already (${who}).`, {
    suggestions: ['Use that one, or stop it: app dev stop'],
    details: { pid: holder },
  })
}

const nobody: RunningDev = {
  pid: null,
  platform: null,
  appKey: null,
  target: null,
  startUrl: null,
  since: null,
  flags: null,
  appPid: null,
  isInstalled: null,
  notices: [],
  ready: null,
}

function holderOf(file: string): RunningDev {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof RunningDev, unknown>>
    const { pid, platform, appKey, target, startUrl, since, flags, appPid, isInstalled, notices, ready } = note
    return {
      pid: typeof pid === 'number' ? pid : null,
      platform: textOf(platform),
      appKey: textOf(appKey),
      target: textOf(target),
      startUrl: typeof startUrl === 'string' && URL.canParse(startUrl) ? startUrl : null,
      since: textOf(since),
      // As `ready`, below.
      flags: typeof flags === 'object' ? (flags as DevFlags | null) : null,
      appPid: typeof appPid === 'number' ? appPid : null,
      isInstalled: typeof isInstalled === 'boolean' ? isInstalled : null,
      notices: Array.isArray(notices) ? notices.map(String) : [],
      // Written by the holder of the lock alone, and whole.
      ready: typeof ready === 'object' ? (ready as RunningAddresses | null) : null,
    }
  } catch {
    return nobody
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
