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
  /** Whether the target is the live platform, which needs no emulator. */
  readonly isLive: boolean
}

/** Returns the result of `devPlatform`, and whether it created the platform. */
export function madeDevPlatform(
  context: Pick<Context, 'env' | 'now' | 'paths'>,
  input: DevPlatformInput,
): { readonly paths: StatePaths; readonly isNew: boolean } {
  const before = new Set(platformNames(context.paths))
  const paths = devPlatform(context, input)
  return { paths, isNew: !input.isLive && !before.has(platformName(paths)) }
}

/**
 * Returns the platform for a project's `app dev` (docs/decisions/0034): the requested one, the
 * project's own, a shared running emulator, the default one if no other project has it, or a new
 * one for this project. Saves the choice, so that later commands use the same one.
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
