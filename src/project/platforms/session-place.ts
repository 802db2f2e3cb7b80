import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { isAlive } from '../../processes/alive.ts'
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
    const { pid, platform } = JSON.parse(readFileSync(`${sessionPlace({ paths, dir })}.json`, 'utf8')) as {
      readonly pid?: unknown
      readonly platform?: unknown
    }
    return typeof platform === 'string' && typeof pid === 'number' && isAlive(pid) ? platform : null
  } catch {
    return null
  }
}
