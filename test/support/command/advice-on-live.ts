import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { commandId, type CommandTargets } from '../../../src/cli/target/name-target.ts'
import { wrongWith } from './command-line.ts'

const { commands } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../oclif.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<Record<string, CommandTargets>>
}

/** Splits a typed line into commands: `app dev stop && app dev` has two. */
export function commandsIn(line: string): readonly string[] {
  return line.split(/ (?:&&|\|) /).filter((part) => part.startsWith('app '))
}

/** Returns whether the live platform rejects the whole command, or a flag or argument in it. */
export function isRejectedOnLive(line: string): boolean {
  const rejected = Object.keys(commands[commandId(line, commands)]?.rejectedOnLive ?? {})
  const words = new Set(['', ...line.split(/[ =]/)])
  return rejected.some((word) => words.has(word))
}

/** Returns whether the target changes what the command does. */
export function followsTarget(line: string): boolean {
  const command = commands[commandId(line, commands)]
  return command !== undefined && command.ignoresTarget !== true && command.rejectedOnLive?.[''] === undefined
}

/** Returns advice of a live run that does not work there. `isNamed`: a flag selected the platform, so each command must have the flag too. */
export function wrongOnLive(printed: string, { isNamed }: { readonly isNamed: boolean }): readonly string[] {
  const lines = [...printed.matchAll(/`(app [^`]+)`|^(?:Try this: |  \* )?(app [^\n.]+)$/gm)].map(
    ([, quoted, alone = '']) => quoted ?? alone,
  )
  return lines.flatMap(commandsIn).flatMap((line) => {
    if (line.includes('--target emulator')) return []
    if (isRejectedOnLive(line)) return [`the live platform rejects: ${line}`]
    if (!isNamed || !followsTarget(line)) return []
    if (!line.includes('--target live')) return [`it goes to the other platform: ${line}`]
    return wrongWith(line) === null || wrongWith(line) === 'an argument is missing'
      ? []
      : [`it is not accepted: ${line}`]
  })
}

export interface AdvisingRun {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Output on both streams. */
  readonly printed: string
}

/** Returns the same for a command run, or nothing for a run on the emulator. */
export function wrongAdvice(Class: CommandTargets | object, { argv, env, printed }: AdvisingRun): readonly string[] {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const named = words.at(words.indexOf('--target') + 1)
  const target = words.includes('--target') ? named : env['SVCAPP_TARGET']
  if (target !== 'live' || (Class as CommandTargets).ignoresTarget === true) return []
  return wrongOnLive(printed, { isNamed: env['SVCAPP_TARGET'] !== 'live' })
}
