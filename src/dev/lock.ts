import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { AppError } from '../errors.ts'
import { isAlive } from '../machine/alive.ts'
import type { StatePaths } from '../project/paths.ts'
import { ensureFolder, ensurePrivateFile, writeFileAtomic } from '../storage/files.ts'

/** Must be held on to: one that is forgotten is let go of sooner or later. */
export interface ProjectLock {
  readonly release: () => void
}

export interface LockFacts {
  readonly paths: StatePaths
  /** The project's folder. */
  readonly dir: string
  /** Of this process, for the message that the second one prints. */
  readonly pid: number
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
    throw alreadyRunning(dir, holderOf(holderFile))
  }
  writeFileAtomic({ path: holderFile, content: `${JSON.stringify({ pid })}\n` })
  return {
    release: () => {
      rmSync(holderFile, { force: true })
      db.close()
    },
  }
}

/** The `app dev` that runs in a project, by the note that it has left and that its process lives; null when there is none. */
export function runningSession(facts: Omit<LockFacts, 'pid'>): { readonly pid: number } | null {
  const pid = holderOf(`${sessionPlace(facts)}.json`)
  return pid !== null && isAlive(pid) ? { pid } : null
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

function holderOf(file: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown }
    return typeof pid === 'number' ? pid : null
  } catch {
    return null
  }
}
