import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { AppError } from '../errors.ts'
import type { StatePaths } from '../project/paths.ts'
import { ensureFolder, ensurePrivateFile, writeFileAtomic } from '../storage/files.ts'

/** Must be kept referenced: the lock of a collected one is released. */
export interface ProjectLock {
  /** Notes for other commands what runs here. */
  readonly tell: (run: Omit<RunningDev, 'pid'>) => void
  readonly release: () => void
}

export interface LockFacts {
  readonly paths: StatePaths
  /** The project's folder. */
  readonly dir: string
  /** Of this process, for the message that the second one prints. */
  readonly pid: number
}

/** The `app dev` that runs in a project, as far as it has said. None of it is secret. */
export interface RunningDev {
  readonly pid: number | null
  /** `emulator` or `live`; null until everything runs. */
  readonly target: string | null
  /** Where an install through the app begins; null until everything runs. */
  readonly startUrl: string | null
}

/**
 * Makes sure that one `app dev` runs in a project (P14). The lock is SQLite's own lock on a small file: the system lets go of it when the process ends,
 * also by kill -9, so there is no stale one. Raises `dev.already-running`, which names the other's pid.
 */
export function lockProject({ paths, dir, pid }: LockFacts): ProjectLock {
  const place = sessionPlace({ paths, dir })
  const holderFile = `${place}.json`
  ensureFolder(paths.home)
  ensurePrivateFile(`${place}.lock`)
  const db = new DatabaseSync(`${place}.lock`)
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch {
    db.close()
    throw alreadyRunning(dir, holderOf(holderFile).pid)
  }
  const tell = (run: Omit<RunningDev, 'pid'>) =>
    writeFileAtomic({ path: holderFile, content: `${JSON.stringify({ ...run, pid })}\n` })
  tell({ target: null, startUrl: null })
  return {
    tell,
    release: () => {
      rmSync(holderFile, { force: true })
      db.close()
    },
  }
}

/** The `app dev` that runs in a project now; null for none. What a killed one has left is not taken for one. */
export function runningSession(facts: Omit<LockFacts, 'pid'>): RunningDev | null {
  const place = sessionPlace(facts)
  // Without this file nobody holds the lock, and a lock that nobody holds must not be touched: a first `app dev` may be about to take it.
  if (!existsSync(`${place}.json`)) return null
  const db = new DatabaseSync(`${place}.lock`)
  try {
    // Reading is what the holder's exclusive lock forbids.
    db.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_schema')
    return null
  } catch {
    return holderOf(`${place}.json`)
  } finally {
    db.close()
  }
}

/** Where files about the `app dev` of one project stand: this, with an ending. */
export function sessionPlace({ paths, dir }: Omit<LockFacts, 'pid'>): string {
  return join(paths.home, 'dev', createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 16))
}

function alreadyRunning(dir: string, holder: number | null): AppError {
  const who = holder === null ? 'another process' : `pid ${holder}`
  return new AppError('dev.already-running', `\`app dev\` runs in ${dir} already (${who}).`, {
    suggestions: ['Use that one, or stop it with Ctrl-C in its terminal.'],
    details: { pid: holder },
  })
}

function holderOf(file: string): RunningDev {
  const nobody = { pid: null, target: null, startUrl: null }
  try {
    const told = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof RunningDev, unknown>>
    const { pid, target, startUrl } = told
    return {
      pid: typeof pid === 'number' ? pid : null,
      target: typeof target === 'string' ? target : null,
      startUrl: typeof startUrl === 'string' && URL.canParse(startUrl) ? startUrl : null,
    }
  } catch {
    return nobody
  }
}
