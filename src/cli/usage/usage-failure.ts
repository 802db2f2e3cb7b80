import { withoutColour } from '../../terminal/width.ts'
import { nearest } from '../../text/nearest.ts'
import { ownWords } from './own-words.ts'
import { absentArguments, extraWords, type Definitions, type UsageError } from './usage-error.ts'

/** Typed and available words. */
export interface Typed {
  /** Subcommands of the failed command as typed: `app dev status`. */
  readonly commandsBelow?: readonly string[]
  /** The failed command as typed, or undefined if unknown. */
  readonly command?: string
  /** Its flags and arguments, for parser errors without them. */
  readonly takes?: Definitions
}

interface UsageFailure {
  readonly code: 'usage.missing' | 'usage.invalid'
  readonly message: string
  readonly suggestions: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  readonly exit: number
}

/** Explains why the parser rejected a command line, and suggests a correction. */
export function usageFailure(error: UsageError, typed: Typed): UsageFailure {
  const { commandsBelow = [], command } = typed
  const known = { ...typed.takes, ...error.parse?.input }
  const said = withoutColour(error.message)
  const isMissing =
    absentArguments(error).length > 0 || /^ *(?:Missing required flag|(?:Exactly|At least) one of the)/m.test(said)
  return {
    code: isMissing ? 'usage.missing' : 'usage.invalid',
    message: ownWords(error, known),
    suggestions: error.suggestions ?? [
      ...meantFlags(error, known),
      ...meantChoice(said),
      ...meantCommand(error, commandsBelow),
      ...meantNumber(error, known),
      ...meantValue(error, known),
      ...swallowed(error, known),
      command === undefined ? 'Add --help to list all flags and examples.' : `${command} --help`,
    ],
    details: {},
    exit: 2,
  }
}

function meantFlags({ flags = [] }: UsageError, { flags: known = {} }: Definitions): string[] {
  const names = Object.keys(known).map((name) => `--${name}`)
  return didYouMean(flags.map((flag) => nearest(flag, names)))
}

function meantChoice(said: string): string[] {
  const [, typed, options] = /^Expected (?:--[^\s=]+=)?(.+) to be one of: ([^\n]+)/.exec(said) ?? []
  return didYouMean([typed === undefined || options === undefined ? null : nearest(typed, options.split(', '))])
}

function didYouMean(guesses: readonly (string | null)[]): string[] {
  return guesses.filter((guess) => guess !== null).map((guess) => `Did you mean ${guess}?`)
}

/** Suggests the subcommand for a word that this command does not accept. */
function meantCommand(error: UsageError, commandsBelow: readonly string[]): string[] {
  const [typed] = extraWords(error)
  if (typed === undefined) return []
  const names = commandsBelow.map((command) => command.slice(command.lastIndexOf(' ') + 1))
  const name = nearest(typed, names)
  return name === null ? [] : [`Did you mean \`${commandsBelow[names.indexOf(name)]}\`?`]
}

/** Suggests the flag for a number typed without it, because an argument of one command is a flag of another. */
function meantNumber(error: UsageError, { flags = {} }: Definitions): string[] {
  const [typed, ...others] = extraWords(error)
  if (typed === undefined || others.length > 0 || !/^\d+$/.test(typed)) return []
  const ofNumber = Object.entries(flags).filter(([, flag]) => flag.helpValue === '<number>')
  return ofNumber.map(([name]) => `Did you mean --${name} ${typed}?`)
}

/** Explains a word right after a flag: the rest of an unquoted text, or a value for a flag without one. */
function meantValue(error: UsageError, { flags = {} }: Definitions): string[] {
  const raw = error.parse?.output?.raw ?? []
  const at = raw.findIndex(({ type, input }) => type === 'arg' && input === extraWords(error)[0])
  const { flag: name } = raw[at - 1] ?? {}
  const flag = name === undefined ? undefined : flags[name]
  if (flag?.type === 'option') return [`Put several words in quotes: --${name} "…"`]
  if (flag?.type !== 'boolean') return []
  return [`--${name} accepts no value.${flag.allowNo === true ? ` Its opposite is --no-${name}.` : ''}`]
}

/** Explains that a flag with several values takes every word after it, including the arguments. */
function swallowed(error: UsageError, { flags = {} }: Definitions): string[] {
  const [absent] = absentArguments(error)
  if (absent === undefined) return []
  const greedy = new Set(error.parse?.output?.raw?.map(({ flag }) => flag).filter((flag) => flag !== undefined))
  const names = [...greedy].filter((name) => flags[name]?.multiple === true)
  return names.map((name) => `--${name} reads every word after it. Put <${absent.name}> before --${name}.`)
}
