import { withoutColour } from '../../terminal/width.ts'
import { nearest } from '../../text/nearest.ts'
import { ownWords } from './own-words.ts'
import { absentArguments, extraWords, type Definitions, type UsageError } from './usage-error.ts'

/** What was typed, and what could have been. */
export interface Typed {
  /** The commands below the one that failed, as they are typed: `app dev status`. */
  readonly commandsBelow?: readonly string[]
  /** The command that failed, as it is typed; left out where none is known. */
  readonly command?: string
  /** What it takes, for errors of the parser that do not say. */
  readonly takes?: Definitions
}

interface UsageFailure {
  readonly code: 'usage.missing' | 'usage.invalid'
  readonly message: string
  readonly suggestions: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  readonly exit: number
}

/** A command line that the parser refused: what is wrong with it, and what was probably meant. */
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

/** The command below this one that a word was probably meant to be which this one does not take. */
function meantCommand(error: UsageError, commandsBelow: readonly string[]): string[] {
  const [typed] = extraWords(error)
  if (typed === undefined) return []
  const names = commandsBelow.map((command) => command.slice(command.lastIndexOf(' ') + 1))
  const name = nearest(typed, names)
  return name === null ? [] : [`Did you mean \`${commandsBelow[names.indexOf(name)]}\`?`]
}

/** The flag that takes the number which was typed without it: what one command takes as an argument is a flag of another. */
function meantNumber(error: UsageError, { flags = {} }: Definitions): string[] {
  const [typed, ...others] = extraWords(error)
  if (typed === undefined || others.length > 0 || !/^\d+$/.test(typed)) return []
  const ofNumber = Object.entries(flags).filter(([, flag]) => flag.helpValue === '<number>')
  return ofNumber.map(([name]) => `Did you mean --${name} ${typed}?`)
}

/** A word right behind a flag: the rest of a text without quotes, or a value for a flag that takes none. */
function meantValue(error: UsageError, { flags = {} }: Definitions): string[] {
  const raw = error.parse?.output?.raw ?? []
  const at = raw.findIndex(({ type, input }) => type === 'arg' && input === extraWords(error)[0])
  const { flag: name } = raw[at - 1] ?? {}
  const flag = name === undefined ? undefined : flags[name]
  if (flag?.type === 'option') return [`Put several words in quotes: --${name} "…"`]
  if (flag?.type !== 'boolean') return []
  return [`--${name} accepts no value.${flag.allowNo === true ? ` Its opposite is --no-${name}.` : ''}`]
}

/** A flag with several values takes every word behind it, the arguments too. */
function swallowed(error: UsageError, { flags = {} }: Definitions): string[] {
  const [absent] = absentArguments(error)
  if (absent === undefined) return []
  const greedy = new Set(error.parse?.output?.raw?.map(({ flag }) => flag).filter((flag) => flag !== undefined))
  const names = [...greedy].filter((name) => flags[name]?.multiple === true)
  return names.map((name) => `--${name} reads every word after it. Put <${absent.name}> before it.`)
}
