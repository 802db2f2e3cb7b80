import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { AppError } from '../errors.ts'
import type { StatePaths } from '../project/paths.ts'
import { ensureFolder, writeFileAtomic } from '../storage/files.ts'
import type { Ask } from '../terminal/ask.ts'
import { escapeCell } from '../text/escape.ts'

export interface DevCommand {
  readonly paths: StatePaths
  /** Project folder. */
  readonly dir: string
  /** `dev.command` of app.toml. */
  readonly command: readonly string[]
}

/** Number of allowed commands per folder, newest first. Branches of a project may use different ones. */
const KEPT = 8

/** Saves that this command may run in this folder: `app init` created it or the developer allowed it. */
export function trustCommand({ paths, dir, command }: DevCommand): void {
  const file = trustFile(paths)
  ensureFolder(paths.home)
  ensureFolder(dirname(file))
  const [trusted, key] = [readTrusted(file), folderKey(dir)]
  const hashes = [...new Set([hashCommand(command), ...readHashes(trusted, key)])]
  writeFileAtomic({
    path: file,
    content: `${JSON.stringify({ ...trusted, [key]: hashes.slice(0, KEPT) }, null, 2)}\n`,
  })
}

/** Returns whether exactly this command is allowed in this folder. */
export function isTrusted({ paths, dir, command }: DevCommand): boolean {
  return readHashes(readTrusted(trustFile(paths)), folderKey(dir)).includes(hashCommand(command))
}

export interface TrustTools {
  readonly isInteractive: boolean
  readonly ask: Pick<Ask, 'confirm'>
  /** `--yes`: the developer allows the command. */
  readonly isAgreed: boolean
}

/**
 * Lets an allowed command run and asks once about a new or changed one, because a cloned project must not run
 * its own commands (T26). Raises `dev.untrusted` if the user declines or cannot be asked.
 */
export async function requireTrust(tools: TrustTools, dev: DevCommand): Promise<void> {
  if (isTrusted(dev)) return
  const shown = dev.command.map((word) => JSON.stringify(word)).join(' ')
  const agreed =
    tools.isAgreed ||
    (tools.isInteractive &&
      (await tools.ask.confirm({
        message: `Run ${escapeCell(shown)}, this project's dev command?`,
        default: false,
      })))
  if (agreed) return trustCommand(dev)
  throw new AppError('dev.untrusted', `This project's dev command is not allowed yet: ${escapeCell(shown)}.`, {
    suggestions: ['Check dev.command in app.toml, then run the command once with --yes.'],
  })
}

function trustFile(paths: StatePaths): string {
  return join(paths.home, 'dev', 'trusted-commands.json')
}

function folderKey(dir: string): string {
  return createHash('sha256').update(realpathSync(dir)).digest('hex')
}

function hashCommand(command: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(command)).digest('hex')
}

/** Returns the hashes of the allowed commands of a folder. */
function readHashes(trusted: Readonly<Record<string, unknown>>, key: string): readonly unknown[] {
  const found = Object.hasOwn(trusted, key) ? trusted[key] : []
  return Array.isArray(found) ? found : []
}

/** Returns an empty record for an unreadable file, so that it allows no command. */
function readTrusted(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
