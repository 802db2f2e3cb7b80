import { defined } from '../../text/defined.ts'
import type { Candidate, CommandIndex } from './candidates.ts'
import type { ManifestArg, ManifestCommand, ManifestFlag } from './manifest.ts'
import { flagsOf, type FixedKind, type ValueKind } from './value-kind.ts'

/** Of the package. */
export const COMMAND_INDEX = 'dist/completion.txt'

export type ManifestCommands = Readonly<Record<string, ManifestCommand>>

/** What completion knows without looking anywhere else. */
export interface Index {
  readonly commands: CommandIndex
  /** Undefined for values that have to be looked up. */
  readonly valuesOf: (kind: ValueKind) => readonly Candidate[] | undefined
}

/** From the manifest of a checkout: values are not in it. */
export function indexOfManifest(commands: ManifestCommands): Index {
  return { commands: { names: commands, find: (id) => commands[id] }, valuesOf: () => undefined }
}

/**
 * The same as a file of lines, so that a press of Tab reads two of them and not the whole manifest: names and summaries of all commands, then a line for each
 * command and each fixed kind of values, `id`, a tab, JSON.
 */
export function indexText(commands: ManifestCommands, fixed: ReadonlyMap<FixedKind, readonly Candidate[]>): string {
  const names = Object.entries(commands).map(([id, { summary, hidden }]) => [
    id,
    { ...defined({ summary }), ...(hidden === true ? { hidden } : {}) },
  ])
  return [
    JSON.stringify(Object.fromEntries(names)),
    ...Object.entries(commands).map(([id, command]) => `${id}\t${JSON.stringify(needed(command))}`),
    ...[...fixed].map(([kind, values]) => `=${kind}\t${JSON.stringify(values)}`),
    '',
  ].join('\n')
}

/** Reads what `indexText` wrote. */
export function readIndex(text: string): Index {
  // The build wrote each line by its kind.
  const names = JSON.parse(text.slice(0, text.indexOf('\n'))) as CommandIndex['names']
  const lineOf = (key: string): unknown => {
    const at = text.indexOf(`\n${key}\t`)
    if (at === -1) return undefined
    const from = at + key.length + 2
    return JSON.parse(text.slice(from, text.indexOf('\n', from)))
  }
  return {
    commands: { names, find: (id) => lineOf(id) as ManifestCommand | undefined },
    valuesOf: (kind) => lineOf(`=${kind}`) as readonly Candidate[] | undefined,
  }
}

function needed(command: ManifestCommand): ManifestCommand {
  const args = Object.entries(command.args ?? {}).map(([name, arg]) => [name, only(arg, argFacts)])
  const flags = flagsOf(command).map(([name, flag]) => [name, only(flag, flagFacts)])
  return { args: Object.fromEntries(args), flags: Object.fromEntries(flags) }
}

const argFacts: readonly (keyof ManifestArg)[] = ['options']

const flagFacts: readonly (keyof ManifestFlag)[] = [
  'type',
  'char',
  'summary',
  'helpValue',
  'multiple',
  'allowNo',
  'options',
]

function only<T extends object>(whole: T, keys: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(whole).filter(([key, value]) => keys.includes(key as keyof T) && value !== false),
  ) as Partial<T>
}
