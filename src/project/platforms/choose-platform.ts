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

/** The platform whose state lies directly in the state folder, where it was before there were others. */
export const DEFAULT_PLATFORM = 'default'

/** Below the state folder: one folder for each platform but the default one. */
export function platformsDir({ home }: Pick<StatePaths, 'home'>): string {
  return join(home, 'platforms')
}

/** The same paths for another platform: its emulator and its journal. Installs and secrets are kept by the emulator's id, for all of them in one place. Raises `usage.invalid`. */
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

/** All platforms of this state folder: the default one, then the others by name. */
export function platformNames(paths: Pick<StatePaths, 'home'>): string[] {
  const folder = platformsDir(paths)
  const names = existsSync(folder) ? readdirSync(folder).filter(isFolderName) : []
  return [DEFAULT_PLATFORM, ...names.toSorted()]
}

/** Whether there is a platform at these paths. The default one is always there. */
export function isKnownPlatform({ platformDir, home }: Pick<StatePaths, 'platformDir' | 'home'>): boolean {
  return platformDir === home || existsSync(platformDir)
}

/** Of the platform that the paths lead to. */
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
 * The platform that a command means: the one that `--platform` or SVCAPP_PLATFORM names, then the one on which `app dev` runs the project, then the project's own
 * if it has one, else the default. Nothing is made by asking. Raises `usage.invalid` for what is not a name.
 */
export function choosePlatform(paths: StatePaths, { flag, env, cwd }: PlatformChoice): StatePaths {
  const named = namedPlatform({ flag, env })
  if (named !== null) return onPlatform(paths, named)
  // Most people have but one: then no folder is looked for.
  if (!existsSync(platformsDir(paths))) return paths
  const file = findProjectFile(cwd)
  if (file === null) return paths
  const dir = dirname(file)
  const running = runningPlatform(paths, dir)
  return running !== null && isFolderName(running) ? onPlatform(paths, running) : (ownPlatform(paths, dir) ?? paths)
}

/** What `--platform` or SVCAPP_PLATFORM says; null where neither is given. */
export function namedPlatform({ flag, env }: Omit<PlatformChoice, 'cwd'>): string | null {
  return flag ?? setting(env, 'SVCAPP_PLATFORM')
}

/** The paths of the project's own platform; null where it has none. */
export function ownPlatform(paths: StatePaths, dir: string): StatePaths | null {
  const own = onPlatform(paths, ownPlatformName(dir))
  return existsSync(own.platformDir) ? own : null
}

/** What the platform of a project's folder is called: by the folder as the system knows it, so that a copy or another worktree has another one. */
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
