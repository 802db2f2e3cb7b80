import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { isObject, parseJsonFile } from '../text/json.ts'

export type PackageManager = 'bun' | 'npm' | 'pnpm' | 'yarn'

export interface PackageManagement {
  readonly packageManager: PackageManager
  /** Root of the workspace that contains the folder, or null without a workspace. */
  readonly workspace: string | null
}

/** A package manager with the facts that a new app's files need. */
export interface FoundManager extends PackageManagement {
  /** Null if only a lock file shows it. */
  readonly version: string | null
  /** Yarn 2 or later, which has other options than Yarn 1. */
  readonly isBerry: boolean
  /** True if only programs started by Yarn can find packages. */
  readonly usesPnp: boolean
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

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns the package manager of a folder: from the nearest package.json or lock file up to the repository's root, otherwise the one
 * that started this command (`pnpm dlx`), otherwise npm. The home folder is ignored, because it often contains lock files by mistake.
 */
export function packageManagement(dir: string, env: Env = {}): PackageManagement {
  const { packageManager, workspace } = findManager(dir, env)
  return { packageManager, workspace }
}

/** Like `packageManagement`, with the version and Yarn's install mode. */
export function findManager(dir: string, env: Env = {}): FoundManager {
  let found: NamedManager | undefined
  let workspace: string | null = null
  let yarn = ''
  for (const at of foldersUp(dir, env['HOME'])) {
    const has = (name: string) => existsSync(join(at, name))
    const { packageManager, workspaces } = manifestIn(at)
    found ??= named(packageManager) ?? detectOwner(has)
    yarn += textIn(join(at, '.yarnrc.yml')) + textIn(join(at, 'yarn.lock')).slice(0, 500)
    if (workspaces !== undefined || has('pnpm-workspace.yaml')) workspace = at
    if (workspace !== null || has('.git')) break
  }
  const manager = withVersion(found, named(env['npm_config_user_agent']))
  const isBerry = manager.name === 'yarn' && detectBerry(manager, yarn)
  const usesPnp = isBerry && workspace !== null && !/^nodeLinker: *["']?(node-modules|pnpm)/m.test(yarn)
  return { packageManager: manager.name, workspace, version: manager.version, isBerry, usesPnp }
}

/** Adds the caller's version if a file shows only the name. */
function withVersion(found: NamedManager | undefined, caller: NamedManager | undefined): NamedManager {
  if (found === undefined) return caller ?? { name: 'npm', version: null }
  return found.version === null && caller?.name === found.name ? caller : found
}

/** Yarn 1 reads no .yarnrc.yml, and its lock file has no keys without a version. */
function detectBerry({ version }: NamedManager, files: string): boolean {
  return version === null ? /^\w+:/m.test(files) : !/^[01]\./.test(version)
}

interface NamedManager {
  readonly name: PackageManager
  readonly version: string | null
}

function detectOwner(has: (name: string) => boolean): NamedManager | undefined {
  const name = owners.find(([file]) => has(file))?.[1]
  return name && { name, version: null }
}

/** Returns the command that adds a package to a project, without the package. */
export function addCommand(manager: PackageManager): string {
  return manager === 'npm' ? 'npm install' : `${manager} add`
}

/** Yields the folders from `dir` up to, but without, the home folder. */
function* foldersUp(dir: string, home: string | undefined) {
  for (let at = dir; at !== home; at = dirname(at)) {
    yield at
    if (dirname(at) === at) return
  }
}

/** Parses `pnpm@9.1.0` from a package.json or `pnpm/9.1.0 node/…` from the environment. */
function named(text: unknown): NamedManager | undefined {
  const [, name, version] = /^(bun|npm|pnpm|yarn)[@/](\d+\.\d+\.\d+(?:-[\w.]+)?)?/.exec(String(text)) ?? []
  return name === undefined ? undefined : { name: name as PackageManager, version: version ?? null }
}

/** Reads a folder's package.json; empty if it is missing or cannot be parsed. */
export function manifestIn(dir: string): Readonly<Record<string, unknown>> {
  try {
    return parseManifest(dir)
  } catch {
    return {}
  }
}

/** Reads a folder's package.json. Throws if it is missing or cannot be parsed. */
export function parseManifest(dir: string): Readonly<Record<string, unknown>> {
  const manifest = parseJsonFile(readFileSync(join(dir, 'package.json'), 'utf8'))
  return isObject(manifest) ? manifest : {}
}

/** The rest of a larger file adds nothing about a project. */
const MOST_READ = 256 * 1024

/** Reads the beginning of a text file; empty if it cannot be read. */
export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, MOST_READ)
  } catch {
    return ''
  }
}

/** Returns a table of a manifest, such as its `dependencies`; empty if it is missing. */
export function objectIn(manifest: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = manifest[name]
  return isObject(value) ? value : {}
}
