import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { isAlive } from '../../processes/alive.ts'
import { isLocked } from '../../storage/exclusive-lock.ts'
import { sha256Hex } from '../../text/sha256.ts'
import type { StatePaths } from '../paths.ts'

/** Where files about the `app dev` of one project stand: this, with an ending. */
export function sessionPlace({
  paths,
  dir,
}: {
  readonly paths: Pick<StatePaths, 'home'>
  readonly dir: string
}): string {
  return placeOfFolder(paths, realpathSync(dir))
}

/** The same for a folder that need not be there any more, by its path without links. */
export function placeOfFolder({ home }: Pick<StatePaths, 'home'>, realDir: string): string {
  return join(home, 'dev', sha256Hex(realDir).slice(0, 16))
}

/**
 * The platform that the `app dev` of a project works on now, as it notes it; null where none runs. What a killed one has left counts as long as its number is another
 * process's: it names a platform that the project had.
 */
export function runningPlatform(paths: Pick<StatePaths, 'home'>, dir: string): string | null {
  try {
    const noted = readNote(`${sessionPlace({ paths, dir })}.json`)
    return noted !== null && isAlive(noted.pid) ? noted.platform : null
  } catch {
    return null
  }
}

/** The pid of an `app dev` that works on a platform, of whichever project; null for none. What a killed one has left is not taken for one. */
export function sessionOn({ home }: Pick<StatePaths, 'home'>, platform: string): number | null {
  const folder = join(home, 'dev')
  const notes = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{16}\.json$/.test(name)) : []
  for (const name of notes) {
    const noted = readNote(join(folder, name))
    if (noted?.platform === platform && isLocked(join(folder, name.replace(/json$/, 'lock')))) return noted.pid
  }
  return null
}

interface NotedSession {
  readonly pid: number
  readonly platform: string
}

/** What an `app dev` has noted of itself; null for what is none. */
function readNote(file: string): NotedSession | null {
  try {
    const { pid, platform } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof NotedSession, unknown>>
    return typeof platform === 'string' && typeof pid === 'number' ? { pid, platform } : null
  } catch {
    return null
  }
}
