import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AdviceTarget } from '../../errors/advice.ts'
import { projectFileName } from '../../project/toml/project-file-name.ts'

/** A command class's declarations about targets. oclif.manifest.json has it for every command. */
export interface CommandTargets {
  /** Whether the command does the same on both platforms. */
  readonly ignoresTarget?: boolean | undefined
  /** What the live platform rejects: a flag (`--approve`), an argument (`portal`), or the whole command (``). */
  readonly rejectedOnLive?: Readonly<Record<string, string>> | undefined
}

/** What the user set by flags if the environment selects something else. */
export interface GivenFlags {
  readonly target?: AdviceTarget | undefined
  readonly config?: string | undefined
  /** Emulator platform. */
  readonly platform?: string | undefined
}

/** Adds the flags to each command in backticks that would use another platform or registration without them, and names the file in use. */
export type NameTarget = (text: string) => string

/** Creates the function for commands typed in an environment that may select another platform or registration. */
export function targetNamer(
  given: GivenFlags,
  packageRoot: string,
  registration: string | null = given.config ?? null,
): NameTarget {
  let commands: Readonly<Record<string, CommandTargets>> | undefined
  const file = projectFileName(registration)
  return (text) =>
    text.replace(SELECTED_FILE, file).replace(/`(app [^`]+)`/g, (_quoted, line: string) => {
      commands ??= readManifest(packageRoot)
      return `\`${withPlace(line, given, commands)}\``
    })
}

/** app.toml in a sentence about the file in use: not a table cell, a path, `only app.toml`, or another registration's file in brackets. */
const SELECTED_FILE =
  /(?<=[a-z)\]`;:,.] )(?<!(?:\b(?:an|as in|no|only|overrides)|\(error:) )app\.toml\b(?!  )|^app\.toml(?= [a-z])/g

function readManifest(packageRoot: string): Readonly<Record<string, CommandTargets>> {
  // `npm run generate` writes this file, and a test compares it with the classes.
  return (
    JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')) as {
      commands: Readonly<Record<string, CommandTargets>>
    }
  ).commands
}

/** Commands that read no project. */
const withoutProject = /^(?:commands|completion|docs|explain|init|types|upgrade|version)$/

/** Commands that change or read the emulator's platform itself. `app dev` in a text is the running one, which may use another platform. */
const ofEmulator = /^(?:emulator|store):/

function withPlace(line: string, given: GivenFlags, commands: Readonly<Record<string, CommandTargets>>): string {
  const parts = line.split(/( (?:&&|\|) )/)
  return parts
    .map((part) => {
      const id = part.startsWith('app ') ? commandId(part, commands) : ''
      const command = commands[id]
      if (command === undefined) return part
      const added = Object.entries(missingFlags(part, given, { id, command })).map(([name, value]) =>
        value === undefined ? '' : ` --${name} ${value}`,
      )
      // Words after `--` belong to another program, and those after < and > to the shell.
      const [own = part, rest = ''] = part.split(/(?= (?:--|<|>)(?: |$))/, 2)
      return own + added.join('') + rest
    })
    .join('')
}

function missingFlags(
  part: string,
  { target, config, platform }: GivenFlags,
  { id, command }: { readonly id: string; readonly command: CommandTargets },
): GivenFlags {
  const isOfTarget = target === 'emulator' || command.rejectedOnLive?.[''] === undefined
  const isNamed = part.includes(' --target ') || command.ignoresTarget === true || !isOfTarget
  return {
    ...(!isNamed && { target }),
    ...(!part.includes(' --config ') && !withoutProject.test(id) && { config }),
    ...(!part.includes(' --platform ') && ofEmulator.test(id) && { platform }),
  }
}

/** Returns the longest command id that the words begin with, or '' without one. */
export function commandId(line: string, commands: Readonly<Record<string, unknown>>): string {
  const words = line.split(' ').slice(1, 5)
  const ids = words.map((_, at) => words.slice(0, at + 1).join(':'))
  return ids.findLast((id) => commands[id] !== undefined) ?? ''
}
