import { environmentSecrets } from '../credentials/env.ts'
import { AppError } from '../errors.ts'
import { redactSecrets } from '../protocol/redact.ts'
import type { Style } from '../terminal/style.ts'
import { withoutColour } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeForeign } from '../text/escape.ts'
import { nearest } from '../text/nearest.ts'

/** What a person or a script learns of an error: nothing secret, nothing that steers a terminal. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly suggestions: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  readonly exit: number
  /** Stack and causes, for `DEBUG`; redacted too. */
  readonly trace: string
}

export interface FailureFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a signal came before the error: then the error is its consequence. */
  readonly isInterrupted: boolean
  /** The commands below the one that failed, as they are typed: `app dev status`. */
  readonly commandsBelow?: readonly string[]
  /** The command that failed, as it is typed; left out where none is known. */
  readonly command?: string
}

/** Any thrown value as a failure with a stable code (`app explain`). Never throws. */
export function describeFailure(error: unknown, { env, isInterrupted, ...typed }: FailureFacts): Failure {
  const known = environmentSecrets(env)
  const clean = (text: string) => escapeForeign(redactSecrets(text, known))
  const plain = isInterrupted && !isOfItsOwn(error) ? interrupted(error) : explain(error, typed)
  return {
    ...plain,
    message: clean(plain.message),
    suggestions: plain.suggestions.map(clean),
    details: cleanDetails(plain.details, clean),
    trace: clean(traceOf(error)),
  }
}

/** What `--json` prints for every error, with further facts of the code beside. */
export interface FailureDocument {
  readonly error: {
    readonly code: string
    readonly message: string
    /** `hints` as one text. */
    readonly hint: string
    readonly hints: readonly string[]
    /** A command that explains the code. */
    readonly docs: string
  }
}

/** The document that `--json` prints on stdout for every error. */
export function failureDocument(failure: Failure): FailureDocument {
  const { code, message, suggestions, details } = failure
  return {
    error: { ...details, code, message, hint: suggestions.join('\n'), hints: suggestions, docs: `app explain ${code}` },
  }
}

/** The same in words, for stderr: wrapped at words to `width` columns (0: not at all), but for commands, which are pasted. */
export function failureText(failure: Failure, look: Style, width = 0): string {
  return linesOf(failure, look)
    .map(({ text, hanging, isCommand }) => (isCommand === true ? text : wrap(text, width, hanging)))
    .join('\n')
}

interface Line {
  readonly text: string
  readonly hanging?: string
  readonly isCommand?: boolean
}

function linesOf(failure: Failure, look: Style): readonly Line[] {
  if (failure.code === 'cli.interrupted') return [{ text: look.dim(failure.message) }]
  const head = [
    { text: `${look.red(look.bold('Error:'))} ${failure.message}`, hanging: '  ' },
    { text: look.dim(`Code: ${failure.code}`) },
  ]
  const [first, ...others] = failure.suggestions
  if (first === undefined) return head
  if (others.length === 0) return [...head, { ...suggestionLine(first), text: `Try this: ${first}` }]
  const list = failure.suggestions.map((text) => ({ ...suggestionLine(text), text: `  * ${text}` }))
  return [...head, { text: 'Try this:' }, ...list]
}

/** A command is pasted as it stands; a sentence that begins with one ends as a sentence. */
function suggestionLine(text: string): Omit<Line, 'text'> {
  return { hanging: '  ', isCommand: /^(?:app|npm|npx|node|export|cd|git|curl) \S/.test(text) && !/[.!?]$/.test(text) }
}

type Plain = Omit<Failure, 'trace'>

/** No consequence of a signal: what was to be kept or shown could not be written. */
function isOfItsOwn(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'cli.output-lost' || error.code === 'storage.unwritable')
}

type Typed = Pick<FailureFacts, 'commandsBelow' | 'command'>

function explain(error: unknown, typed: Typed): Plain {
  if (error instanceof AppError) {
    const { code, message, suggestions, details } = error
    return { code, message, suggestions, details, exit: error.oclif.exit }
  }
  if (isUsageError(error)) return usage(error, typed)
  return {
    code: 'cli.unexpected',
    message: `Something went wrong inside this tool: ${messageOf(error)}`,
    suggestions: ['Run it again with DEBUG=app to see where, and report it with that output.'],
    details: {},
    exit: 1,
  }
}

function interrupted(error: unknown): Plain {
  const own = error instanceof AppError && error.code === 'cli.interrupted'
  return {
    code: 'cli.interrupted',
    message: own ? error.message : 'Interrupted.',
    suggestions: own ? error.suggestions : [],
    details: {},
    exit: 130,
  }
}

/** oclif's parse errors carry `parse`, of its other errors only `oclif.exit` is useful. Their class names do not survive the bundler, so shape decides. */
interface UsageError extends Error {
  readonly parse?: { readonly input?: { readonly flags?: Readonly<Record<string, Described>> } }
  /** What should have been there, of an error of arguments. */
  readonly args?: readonly (string | MissingArgument)[]
  /** The flags that the command does not have, as they were typed. */
  readonly flags?: readonly string[]
  readonly oclif: { readonly exit?: number }
  readonly suggestions?: readonly string[]
}

/** What a flag or argument says of itself. */
interface Described {
  readonly summary?: string
  readonly description?: string
  readonly options?: readonly string[]
  readonly helpValue?: unknown
}

interface MissingArgument extends Described {
  readonly name: string
}

function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && typeof (error as Partial<UsageError>).oclif === 'object'
}

function usage(error: UsageError, { commandsBelow = [], command }: Typed): Plain {
  const absent = (error.args ?? []).filter((argument) => typeof argument !== 'string')
  const words = absent.map((argument) => missingText(`<${argument.name}>`, argument)).join('\n')
  const message = words === '' ? ownWords(error) : words
  const missing = absent.length > 0 || /^ *Missing required flag/m.test(withoutColour(error.message))
  return {
    code: missing ? 'usage.missing' : 'usage.invalid',
    message: /[.!?]$/.test(message) || message.includes('\n') ? message : `${message}.`,
    suggestions: error.suggestions ?? [
      ...meant(error, message),
      ...meantCommand(error, commandsBelow),
      ...meantNumber(error),
      command === undefined ? 'Run it with --help to see its flags and examples.' : `${command} --help`,
    ],
    details: {},
    exit: 2,
  }
}

/** oclif dims parts of its messages. */
function ownWords({ message, parse }: UsageError): string {
  const flags = parse?.input?.flags ?? {}
  return withoutColour(message)
    .replace(/\nSee more help with --help$/, '')
    .replace(/: $/, ': ""')
    .replace(/^The following errors? occurred:\s+/, '')
    .replace(/^ *Missing required flag (\S+)$/gm, (_, name: string) => missingText(`--${name}`, flags[name]))
    .replace(/^Parsing (--\S+)\s+Expected/, '$1: expected')
    .replace(/^Nonexistent flag(s?): /, 'Unknown flag$1: ')
    .trim()
}

function missingText(word: string, { summary, description = '', options = [] }: Described = {}): string {
  const about = summary ?? description
  const choice = options.length === 0 ? '' : ` It is one of ${options.join(', ')}.`
  return `${word} is missing${about === '' ? '.' : `: ${about}`}${choice}`
}

/** What a mistyped flag or choice was probably meant to be. */
function meant({ flags, parse }: UsageError, message: string): string[] {
  const known = Object.keys(parse?.input?.flags ?? {}).map((name) => `--${name}`)
  const ofFlags = (flags ?? []).map((flag) => nearest(flag, known))
  const [, typed, options] = /^Expected (?:--[^\s=]+=)?(.+) to be one of: (.+)$/.exec(message) ?? []
  const ofChoice = typed === undefined || options === undefined ? null : nearest(typed, options.split(', '))
  return [...ofFlags, ofChoice].filter((guess) => guess !== null).map((guess) => `Did you mean ${guess}?`)
}

/** The command below this one that a word was probably meant to be which this one does not take. */
function meantCommand({ args = [] }: UsageError, commandsBelow: readonly string[]): string[] {
  const [typed] = args
  if (typeof typed !== 'string') return []
  const names = commandsBelow.map((command) => command.slice(command.lastIndexOf(' ') + 1))
  const name = nearest(typed, names)
  return name === null ? [] : [`Did you mean \`${commandsBelow[names.indexOf(name)]}\`?`]
}

/** The flag that takes the number which was typed without it: what one command takes as an argument is a flag of another. */
function meantNumber({ args = [], parse }: UsageError): string[] {
  const [typed, ...others] = args
  if (typeof typed !== 'string' || others.length > 0 || !/^\d+$/.test(typed)) return []
  const flags = Object.entries(parse?.input?.flags ?? {})
  const ofNumber = flags.filter(([, flag]) => flag.helpValue === '<number>')
  return ofNumber.map(([name]) => `Did you mean --${name} ${typed}?`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** An error's stack, then that of each cause, at most five deep. */
function traceOf(error: unknown): string {
  const parts: string[] = []
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    parts.push(`${depth === 0 ? '' : 'Caused by: '}${current.stack ?? current.message}`)
    current = current.cause
  }
  return parts.join('\n')
}

function cleanDetails(details: Readonly<Record<string, unknown>>, clean: (text: string) => string) {
  return JSON.parse(JSON.stringify(details), (_key, value: unknown) =>
    typeof value === 'string' ? clean(value) : value,
  ) as Record<string, unknown>
}
