import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { AppError } from '../../errors.ts'
import { folderNames, isFolderName } from '../../text/file-name.ts'
import { setting } from '../../text/origins/setting.ts'
import { sha256Hex } from '../../text/sha256.ts'
import { slugOf } from '../../text/slug.ts'
import type { StatePaths } from '../paths.ts'
import { findProjectFile } from '../project-file.ts'
import { runningPlatform } from './session-place.ts'

/** The platform with its state directly in the state folder, from before there were several platforms. */
export const DEFAULT_PLATFORM = 'default'

/** Returns the folder in the state folder that has one folder per platform except the default one. */
export function platformsDir({ home }: Pick<StatePaths, 'home'>): string {
  return join(home, 'platforms')
}

/** Returns the same paths for another platform. Installs and secrets of all platforms are stored together, by emulator id. Raises `usage.invalid`. */
export function onPlatform(paths: StatePaths, name: string): StatePaths {
  const platformDir = name === DEFAULT_PLATFORM ? paths.home : join(platformsDir(paths), checkedName(name))
  const emulatorDir = join(platformDir, 'emulator')
  return {
    ...paths,
    platformDir,
    emulatorDir,
    runFile: join(emulatorDir, 'run.json'),
    journalDb: join(platformDir, 'journal.db'),
  }
}

/** Lists all platforms in this state folder: the default one, then the others by name. */
export function platformNames(paths: Pick<StatePaths, 'home'>): string[] {
  const folder = platformsDir(paths)
  const names = existsSync(folder) ? readdirSync(folder).filter(isFolderName) : []
  return [DEFAULT_PLATFORM, ...names.toSorted()]
}

/** Returns whether a platform exists at these paths. The default one always exists. */
export function isKnownPlatform({ platformDir, home }: Pick<StatePaths, 'platformDir' | 'home'>): boolean {
  return platformDir === home || existsSync(platformDir)
}

/** Returns the name of the platform at these paths. */
export function platformName({ home, platformDir }: Pick<StatePaths, 'home' | 'platformDir'>): string {
  return platformDir === home ? DEFAULT_PLATFORM : basename(platformDir)
}

export interface PlatformChoice {
  /** `--platform`. */
  readonly flag?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/**
 * Selects a command's platform: `--platform` or SVCAPP_PLATFORM, then the platform on which `app dev` runs the project,
 * then the project's own, then the default one. Creates nothing. Raises `usage.invalid` for an invalid name.
 */
export function choosePlatform(paths: StatePaths, { flag, env, cwd }: PlatformChoice): StatePaths {
  const named = namedPlatform({ flag, env })
  if (named !== null) return onPlatform(paths, named)
  // Most users have only one platform, so skip the search.
  if (!existsSync(platformsDir(paths))) return paths
  const file = findProjectFile(cwd)
  if (file === null) return paths
  const dir = dirname(file)
  const running = runningPlatform(paths, dir)
  return running !== null && isFolderName(running) ? onPlatform(paths, running) : (ownPlatform(paths, dir) ?? paths)
}

/** Returns the value of `--platform` or SVCAPP_PLATFORM, or null without either. */
export function namedPlatform({ flag, env }: Omit<PlatformChoice, 'cwd'>): string | null {
  return flag ?? setting(env, 'SVCAPP_PLATFORM')
}

/** Returns the paths of the project's own platform, or null if it has none. */
export function ownPlatform(paths: StatePaths, dir: string): StatePaths | null {
  const own = onPlatform(paths, ownPlatformName(dir))
  return existsSync(own.platformDir) ? own : null
}

/** Returns a platform name from the real path of the project's folder, so that each copy or worktree has its own. */
export function ownPlatformName(dir: string): string {
  const real = realpathSync(dir)
  const words = slugOf(basename(real), 40)
  const mark = sha256Hex(real).slice(0, 8)
  return words === '' ? mark : `${words}-${mark}`
}

function checkedName(name: string): string {
  if (isFolderName(name)) return name
  throw new AppError('usage.invalid', `${JSON.stringify(name)} is not a valid platform name.`, {
    suggestions: [folderNames, 'app emulator list'],
  })
}
