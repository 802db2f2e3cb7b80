import type { ManifestCommand } from './manifest.ts'
import { listFlags, valueKind, type ValueKind } from './value-kind.ts'

export interface CommandLine {
  /** Complete words before the one at the cursor, without `app`. */
  readonly done: readonly string[]
  /** The typed part of the word at the cursor. */
  readonly current: string
}

export interface Candidate {
  /** The complete word. */
  readonly value: string
  readonly about?: string | undefined
}

/** Candidate words, or what the shell itself can complete. */
export type Completion = readonly Candidate[] | 'files' | 'folders'

/** All commands by id, such as `emulator:order:place`. */
export interface CommandIndex {
  readonly names: Readonly<Record<string, Pick<ManifestCommand, 'summary' | 'hidden'>>>
  readonly find: (id: string) => ManifestCommand | undefined
}

export interface CandidateTools {
  readonly commands: CommandIndex
  /** By id, such as `emulator:order`. */
  readonly topics: Readonly<Record<string, { readonly description?: string }>>
  readonly valuesOf: (kind: ValueKind, line: CommandLine) => readonly Candidate[]
}

/** Returns the candidates for the word at the cursor, in display order. */
export function complete(line: CommandLine, tools: CandidateTools): Completion {
  const found = possible(line, tools)
  return typeof found === 'string' ? found : found.filter(({ value }) => value.startsWith(line.current))
}

function possible(line: CommandLine, tools: CandidateTools): Completion {
  const { done, current } = line
  if (done.includes('--')) return 'files'
  const count = [4, 3, 2, 1].find(
    (words) => done.length >= words && Object.hasOwn(tools.commands.names, idOf(done, words)),
  )
  if (count === undefined) return [...children(done, tools), ...(current.startsWith('-') ? [helpFlag] : [])]
  const id = idOf(done, count)
  const command = tools.commands.find(id)
  if (command === undefined) return []
  const place = { id, command, line, tools }
  const rest = readRest(done.slice(count), command)
  if (rest.open !== null) return valuesOfFlag(place, rest.open, '')
  const equals = /^--([\w-]+)=/.exec(current)
  if (equals?.[1] !== undefined) return valuesOfFlag(place, equals[1], equals[0])
  if (current.startsWith('-')) return [...flagNames(command, rest.used), helpFlag]
  const values = argValues(place, rest.args)
  return typeof values === 'string' || rest.args > 0 ? values : [...values, ...children(done, tools)]
}

function idOf(words: readonly string[], count: number): string {
  return words.slice(0, count).join(':')
}

const helpFlag: Candidate = { value: '--help', about: 'Show help.' }

/** Returns the next words of commands and topics below these words. */
function children(done: readonly string[], { commands, topics }: CandidateTools): Candidate[] {
  const above = done.map((word) => `${word}:`).join('')
  const below = Object.entries(commands.names).filter(([id, { hidden }]) => id.startsWith(above) && hidden !== true)
  const names = new Set(below.map(([id]) => id.slice(above.length).split(':')[0] ?? ''))
  return [...names].toSorted().map((value) => {
    const id = above + value
    return { value, about: commands.names[id]?.summary ?? topics[id]?.description }
  })
}

interface Rest {
  /** Names of the flags in the line. */
  readonly used: readonly string[]
  /** Number of arguments in the line. */
  readonly args: number
  /** The flag whose value is at the cursor. */
  readonly open: string | null
}

function readRest(words: readonly string[], command: ManifestCommand): Rest {
  const used: string[] = []
  let args = 0
  let open: string | null = null
  for (const word of words) {
    if (open !== null) open = null
    else if (word.startsWith('-') && word !== '-') {
      const flag = listFlags(command).find(
        ([name, { char }]) => word.split('=')[0] === `--${name}` || word === `-${char}`,
      )
      if (flag !== undefined) used.push(flag[0])
      if (flag?.[1].type === 'option' && !word.includes('=')) open = flag[0]
    } else args++
  }
  return { used, args, open }
}

function flagNames(command: ManifestCommand, used: readonly string[]): Candidate[] {
  return listFlags(command)
    .filter(([name, { multiple }]) => multiple === true || !used.includes(name))
    .flatMap(([name, { summary, allowNo }]) => [
      { value: `--${name}`, about: summary },
      ...(allowNo === true ? [{ value: `--no-${name}`, about: summary }] : []),
    ])
}

interface TypedCommand {
  readonly id: string
  readonly command: ManifestCommand
  readonly line: CommandLine
  readonly tools: CandidateTools
}

function valuesOfFlag({ id, command, line, tools }: TypedCommand, name: string, before: string): Completion {
  const flag = command.flags[name]
  if (flag?.type !== 'option') return []
  if (flag.options !== undefined) return flag.options.map((value) => ({ value: before + value }))
  const kind = valueKind({ id, name, facts: flag })
  if (kind === null) return []
  if (kind === 'files' || kind === 'folders') return kind
  const inner = { ...line, current: line.current.slice(before.length) }
  const values = tools.valuesOf(kind, inner)
  const isFile = flag.helpValue === '<name|file>' && !values.some(({ value }) => value.startsWith(inner.current))
  return isFile ? 'files' : values.map(({ value, about }) => ({ value: before + value, about }))
}

function argValues({ id, command, line, tools }: TypedCommand, at: number): Completion {
  const [name, facts] = Object.entries(command.args ?? {})[at] ?? []
  if (name === undefined || facts === undefined) return []
  const kind = valueKind({ id, name, facts })
  if (kind === 'files' || kind === 'folders') return kind
  if (kind !== null) return tools.valuesOf(kind, line)
  return (facts.options ?? []).map((value) => ({ value }))
}
