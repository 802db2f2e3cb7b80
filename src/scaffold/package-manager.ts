import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { isObject } from '../text/json.ts'

export type PackageManager = 'bun' | 'npm' | 'pnpm' | 'yarn'

export interface PackageManagement {
  readonly packageManager: PackageManager
  /** The root of the workspace around the folder; null without one. */
  readonly workspace: string | null
}

/** Files that only one package manager writes. */
const owners: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-workspace.yaml', 'pnpm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/**
 * The package manager of a folder: that of the nearest package.json or lock file up to the root of the repository, else the one
 * that started this command (`pnpm dlx`), else npm. The home folder does not count, because lock files are left there by mistake.
 */
export function packageManagement(
  dir: string,
  env: Readonly<Record<string, string | undefined>> = {},
): PackageManagement {
  let found: PackageManager | undefined
  let workspace: string | null = null
  for (const at of foldersUp(dir, env['HOME'])) {
    const has = (name: string) => existsSync(join(at, name))
    const { packageManager, workspaces } = manifestIn(at)
    found ??= named(packageManager) ?? owners.find(([name]) => has(name))?.[1]
    if (workspaces !== undefined || has('pnpm-workspace.yaml')) workspace = at
    if (workspace !== null || has('.git')) break
  }
  return { packageManager: found ?? named(env['npm_config_user_agent']) ?? 'npm', workspace }
}

/** From `dir` up to below the home folder. */
function* foldersUp(dir: string, home: string | undefined) {
  for (let at = dir; at !== home; at = dirname(at)) {
    yield at
    if (dirname(at) === at) return
  }
}

/** From `pnpm@9.1.0` of a package.json or `pnpm/9.1.0 node/…` of the environment. */
function named(text: unknown): PackageManager | undefined {
  return /^(bun|npm|pnpm|yarn)[@/]/.exec(String(text))?.[1] as PackageManager | undefined
}

/** The package.json of a folder; empty for one that is missing or cannot be parsed. */
export function manifestIn(dir: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
    return isObject(manifest) ? manifest : {}
  } catch {
    return {}
  }
}
