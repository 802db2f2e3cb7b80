import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AdviceTarget } from '../../errors/advice.ts'

/** What a command class says about targets; oclif.manifest.json has it of every command. */
export interface CommandTargets {
  /** Whether the command does the same on both platforms. */
  readonly ignoresTarget?: boolean | undefined
  /** What the live platform rejects: a flag (`--approve`), an argument (`portal`), or the whole command (``). */
  readonly rejectedOnLive?: Readonly<Record<string, string>> | undefined
}

/** Adds the target to each command in backticks that would go to another platform without it. */
export type NameTarget = (text: string) => string

/** For commands that are typed where the environment selects another platform than `target`. */
export function targetNamer(target: AdviceTarget, packageRoot: string): NameTarget {
  let commands: Readonly<Record<string, CommandTargets>> | undefined
  return (text) =>
    text.replace(/`(app [^`]+)`/g, (_quoted, line: string) => {
      commands ??= readManifest(packageRoot)
      return `\`${withTarget(line, target, commands)}\``
    })
}

function readManifest(packageRoot: string): Readonly<Record<string, CommandTargets>> {
  // Our own file, made by `npm run generate` and compared with the classes by a test.
  return (
    JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')) as {
      commands: Readonly<Record<string, CommandTargets>>
    }
  ).commands
}

function withTarget(line: string, target: AdviceTarget, commands: Readonly<Record<string, CommandTargets>>): string {
  const parts = line.split(/( (?:&&|\|) )/)
  return parts
    .map((part) => {
      if (!part.startsWith('app ') || part.includes(' --target ')) return part
      const command = commands[commandId(part, commands)]
      const isOfTarget = target === 'emulator' || command?.rejectedOnLive?.[''] === undefined
      if (command === undefined || command.ignoresTarget === true || !isOfTarget) return part
      // Words behind -- belong to another program, those behind < and > to the shell.
      const [own = part, rest = ''] = part.split(/(?= (?:--|<|>)(?: |$))/, 2)
      return `${own} --target ${target}${rest}`
    })
    .join('')
}

/** The longest id that the words begin with, or '' if they are no command. */
export function commandId(line: string, commands: Readonly<Record<string, unknown>>): string {
  const words = line.split(' ').slice(1, 5)
  const ids = words.map((_, at) => words.slice(0, at + 1).join(':'))
  return ids.findLast((id) => commands[id] !== undefined) ?? ''
}
