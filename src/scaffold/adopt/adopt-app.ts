import { existsSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import { PROJECT_FILE } from '../../project/toml/project-file-name.ts'
import type { AppTomlInput } from '../app-toml-text.ts'
import { checkedAppToml } from '../checked-app-toml.ts'
import { KIT_SCHEMA, kitPackage } from '../kit-package.ts'
import { newAppKey } from '../new-app-key.ts'
import { packageManagement, parseManifest, type PackageManagement } from '../package-manager.ts'
import { extendIgnored, splitKept, writeFiles, type NewFile } from '../write-files.ts'
import { guessServer, type GuessedServer } from './guess-server.ts'

export interface AdoptedApp extends GuessedServer, PackageManagement {
  readonly key: string
  readonly name: string
  readonly dir: string
  /** New files, relative to `dir`. */
  readonly files: readonly string[]
  /** True if lines were added to the project's `.gitignore`. */
  readonly gitignoreUpdated: boolean
  /** App library, relative to `dir`, or null for a project without package.json. */
  readonly kit: string | null
}

/**
 * Turns the project in `cwd` into an app: writes app.toml, the library for a Node project, and
 * lines of .gitignore, all or nothing. Overwrites no file and runs no program. Raises `scaffold.*`,
 * and `usage.invalid` for invalid values.
 */
export function adoptApp(
  { packageRoot, cwd: dir, env }: Pick<Context, 'packageRoot' | 'cwd' | 'env'>,
  input: AppTomlInput,
): AdoptedApp {
  const { key, name } = input
  newAppKey(key)
  if (isAdopted(dir)) throw alreadyAdopted(dir)
  requireManifest(dir)
  const server = guessServer(dir, env)
  const packages = packageManagement(dir, env)
  const kit = server.framework === null ? null : kitPackage(packageRoot)
  const appToml = checkedAppToml(input, {
    schema: kit === null ? null : KIT_SCHEMA,
    command: server.command ?? ['./start'],
    port: server.port,
    pages: false,
  })
  // A project that already has a .gitignore has decided about its packages.
  const [packagesLine, ignored] = kit === null ? ['', '.env\n'] : ['node_modules/\n', '.env\ndata/\n!vendor/*.tgz\n']
  const { fresh } = splitKept(dir, [
    ...(kit === null ? [] : [{ path: kit.path, content: kit.bytes }]),
    { path: '.gitignore', content: `${packagesLine}${ignored}` },
  ])
  const written = [...fresh, { path: PROJECT_FILE, content: appToml }]
  const files = written.map(({ path }) => path)
  writeOnce(dir, written)
  let gitignoreUpdated = false
  try {
    if (!files.includes('.gitignore')) gitignoreUpdated = extendIgnored(dir, ignored)
  } catch (cause) {
    for (const path of files) rmSync(join(dir, path), { force: true })
    throw new AppError('scaffold.failed', `${join(dir, '.gitignore')} could not be changed. Nothing was written.`, {
      cause,
      suggestions: ['Allow writing to the file, then run the command again.'],
    })
  }
  return { key, name, dir, files, gitignoreUpdated, kit: kit?.path ?? null, ...server, ...packages }
}

function isAdopted(dir: string): boolean {
  return lstatSync(join(dir, PROJECT_FILE), { throwIfNoEntry: false }) !== undefined
}

/** Writes the files that are missing in the folder. If two processes run, only one adopts the project. */
function writeOnce(dir: string, files: readonly NewFile[]): void {
  try {
    writeFiles(dir, files)
  } catch (error) {
    if (!isAdopted(dir)) throw error
    // The other process was faster, and may depend on files that were removed again here.
    writeFiles(dir, splitKept(dir, files).fresh)
    throw alreadyAdopted(dir)
  }
}

/** Raises `scaffold.failed` for a package.json that no package manager can read. */
function requireManifest(dir: string): void {
  if (!existsSync(join(dir, 'package.json'))) return
  try {
    parseManifest(dir)
  } catch (cause) {
    const reason = messageOf(cause)
    throw new AppError(
      'scaffold.failed',
      `${join(dir, 'package.json')} cannot be read: ${reason}. Nothing was written.`,
      {
        cause,
        suggestions: ['Fix the file, then run: app init --here'],
      },
    )
  }
}

function alreadyAdopted(dir: string): AppError {
  return new AppError('scaffold.folder-not-empty', `${dir} already has an ${PROJECT_FILE}. Nothing was written.`, {
    details: { dir, found: [PROJECT_FILE] },
    suggestions: ['app dev', 'For another app, run the command in another folder.'],
  })
}
