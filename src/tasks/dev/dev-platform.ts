import { realpathSync } from 'node:fs'

import type { Context } from '../../context.ts'
import { readRunFile } from '../../control/run-file.ts'
import type { StatePaths } from '../../project/paths.ts'
import {
  DEFAULT_PLATFORM,
  namedPlatform,
  onPlatform,
  ownPlatform,
  ownPlatformName,
  platformName,
  platformNames,
} from '../../project/platforms/choose-platform.ts'
import { claimPlatform } from '../../project/platforms/platform-record.ts'

export interface DevPlatformInput {
  /** Project folder. */
  readonly dir: string
  /** `--platform`. */
  readonly flag: string | undefined
  /** On the live platform no emulator is started. */
  readonly isLive: boolean
}

/** The platform of `devPlatform`, and whether it was made to be started on. */
export function madeDevPlatform(
  context: Pick<Context, 'env' | 'now' | 'paths'>,
  input: DevPlatformInput,
): { readonly paths: StatePaths; readonly isNew: boolean } {
  const before = new Set(platformNames(context.paths))
  const paths = devPlatform(context, input)
  return { paths, isNew: !input.isLive && !before.has(platformName(paths)) }
}

/**
 * The platform on which `app dev` runs a project (docs/decisions/0034): the one that is named; the project's own; an emulator that somebody started to be
 * shared; the default one where no other project has it; else a new one for this project. The choice is noted, so that every later command finds the
 * same.
 */
export function devPlatform(context: Pick<Context, 'env' | 'now' | 'paths'>, input: DevPlatformInput): StatePaths {
  const { env, now } = context
  const { flag, isLive } = input
  const shared = onPlatform(context.paths, DEFAULT_PLATFORM)
  const dir = realpathSync(input.dir)
  const createdAt = now().toISOString()
  const named = namedPlatform({ flag, env })
  if (named !== null) {
    const paths = onPlatform(shared, named)
    if (named !== DEFAULT_PLATFORM) claimPlatform(paths, { dir: null, createdAt })
    return paths
  }
  const own = ownPlatform(shared, dir)
  if (own !== null || isLive) return own ?? shared
  const running = readRunFile(shared)
  if (running !== null && running.startedBy !== 'app dev') return shared
  if (claimPlatform(shared, { dir, createdAt }).dir === dir) return shared
  const made = onPlatform(shared, ownPlatformName(dir))
  claimPlatform(made, { dir, createdAt })
  return made
}
