import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { isLocked } from '../../storage/exclusive-lock.ts'
import { isObject } from '../../text/json.ts'
import { sha256Hex } from '../../text/sha256.ts'
import type { StatePaths } from '../paths.ts'

/** Returns the path prefix for files about the `app dev` of one registration of a project. */
export function sessionPlace({
  paths,
  dir,
}: {
  readonly paths: Pick<StatePaths, 'home' | 'registration'>
  readonly dir: string
}): string {
  return placeOfFolder(paths, realpathSync(dir), paths.registration)
}

/** Returns the same for a folder that may be missing, by its path without links. */
export function placeOfFolder(
  { home }: Pick<StatePaths, 'home'>,
  realDir: string,
  registration: string | null = null,
): string {
  const owner = registration === null ? realDir : `${realDir}\n${registration}`
  return join(home, 'dev', sha256Hex(owner).slice(0, 16))
}

/** Returns the lock file of one run of `app dev`. Each run has a new one, so a note that contains it belongs to the run that holds the lock. */
export function runLock(place: string, run: string): string {
  return `${place}.${run}.lock`
}

/** Lists the lock files of the current run and of crashed runs at a place. */
export function runLocks(place: string): readonly string[] {
  const [folder, start] = [dirname(place), `${basename(place)}.`]
  return namesIn(folder).flatMap((name) =>
    name.startsWith(start) && name.endsWith('.lock') ? [join(folder, name)] : [],
  )
}

/**
 * Returns the note of the `app dev` that runs at a place, or null if none runs. A note counts only while its
 * lock is held, so a reader never mistakes a crashed run's note for that of the next run (P14).
 */
export function runningNote(place: string): Readonly<Record<string, unknown>> | null {
  const note = readNote(`${place}.json`)
  const { run } = note ?? {}
  return typeof run === 'string' && /^[0-9a-f]+$/.test(run) && isLocked(runLock(place, run)) ? note : null
}

/** Returns the platform of the project's `app dev`, or null if none runs. */
export function runningPlatform(paths: Pick<StatePaths, 'home' | 'registration'>, dir: string): string | null {
  try {
    const { platform } = runningNote(sessionPlace({ paths, dir })) ?? {}
    return typeof platform === 'string' ? platform : null
  } catch {
    return null
  }
}

/** Returns the pid of any project's `app dev` on a platform, or null. */
export function sessionOn({ home }: Pick<StatePaths, 'home'>, platform: string): number | null {
  const folder = join(home, 'dev')
  for (const name of namesIn(folder).filter((one) => /^[0-9a-f]{16}\.json$/.test(one))) {
    const note = runningNote(join(folder, name.replace(/\.json$/, '')))
    if (note?.['platform'] === platform && typeof note['pid'] === 'number') return note['pid']
  }
  return null
}

function readNote(file: string): Readonly<Record<string, unknown>> | null {
  try {
    const note: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(note) ? note : null
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
