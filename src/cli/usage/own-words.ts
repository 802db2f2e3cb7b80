import { withoutColour } from '../../terminal/width.ts'
import { absentArguments, extraWords, type Definitions, type Described, type UsageError } from './usage-error.ts'

type Words = (groups: readonly string[], known: Definitions) => string

/** Messages of oclif's parser and validation, and our replacements. A value is quoted as typed, so that redaction recognizes a secret in it. */
const sentences: readonly (readonly [said: RegExp, words: Words])[] = [
  [/Missing required flag (\S+)/, ([name = ''], { flags }) => missingText(`--${name}`, flags?.[name])],
  [
    /--([\w-]+)(?:=[^]*?)? cannot also be provided when using --([\w-]+)/,
    (names) => `${anyOrder(names)} cannot be used together.`,
  ],
  [
    /All of the following must be provided when using --(\S+): ([^\n]+)/,
    ([name, others = '']) => `--${name} requires ${others.replaceAll(', ', ' and ')}.`,
  ],
  [
    /Only the following can be provided when using --(\S+): ([^\n]*)/,
    ([name, others]) => `--${name} can be combined only with ${others}.`,
  ],
  [
    /One of the following must be provided when using --(\S+): ([^\n]+)/,
    ([name, others]) => `--${name} requires one of ${others}.`,
  ],
  [/Exactly one of the following must be provided: ([^\n]+)/, ([names]) => `Use exactly one of ${names}.`],
  [/At least one of the following must be provided: ([^\n]+)/, ([names]) => `Use at least one of ${names}.`],
  [
    /Parsing --([\w-]+)\s+Expected an integer[^:]*? but received: ([^]*)/,
    ([name = '', typed], { flags }) => `--${name} must be ${numberWords(flags?.[name])}, not "${typed}".`,
  ],
  [
    /Parsing --([\w-]+)\s+Expected a valid url but received: ([^]*)/,
    ([name, typed]) => `--${name} must be a full URL, not "${typed}".`,
  ],
  [/Parsing --([\w-]+)\s+([^]*)/, ([name, said]) => `--${name}: ${said}`],
  [/Flag --(\S+) can only be specified once/, ([name]) => `--${name} was given more than once.`],
  [
    /Flag --(\S+) can only be read from stdin\. [^]*/,
    ([name]) => `--${name} reads only stdin. Use - as the value, or leave out the flag.`,
  ],
  [/Flag --(\S+) expects (?:a value|one of these values: [^]*)/, ([name = ''], { flags }) => valueless(name, flags)],
  [/Unexpected flag (\S+)/, ([name]) => `Unknown flag: --${name}.`],
  [/Nonexistent flag(s?): ([^]*)/, ([many, names]) => `Unknown flag${many}: ${names}.`],
  [
    /Expected --([\w-]+)=([^]*) to be one of: ([^]*)/,
    ([name, typed, options]) => `--${name} must be one of ${options}, not "${typed}".`,
  ],
  [
    /Expected ([^]*) to be one of: ([^]*)/,
    ([typed, options = ''], { args }) => `${argumentWith(options, args)} must be one of ${options}, not "${typed}".`,
  ],
]

/** Returns the problems of a command line as sentences, one per line. */
export function ownWords(error: UsageError, known: Definitions): string {
  const absent = absentArguments(error)
  if (absent.length > 0) return absent.map((argument) => missingText(`<${argument.name}>`, argument)).join('\n')
  const extra = extraWords(error)
  if (extra.length > 0) return extraText(extra, known)
  const said = withoutColour(error.message).replace(/\nSee more help with --help$/, '')
  const [, reasons] = /^The following errors? occurred:\s+([^]*)/.exec(said) ?? []
  if (reasons !== undefined) return [...new Set(inOwnWords(reasons, known).trimEnd().split(/\n\s*/))].join('\n')
  const words = inOwnWords(said, known)
  return /[.!?]$/.test(words) ? words : `${words}.`
}

function inOwnWords(said: string, known: Definitions): string {
  return sentences.reduce(
    (text, [pattern, words]) =>
      text.replace(new RegExp(pattern, 'g'), (_whole, ...groups) => words(groups.slice(0, -2) as string[], known)),
    said,
  )
}

function missingText(word: string, { summary, description = '', options = [] }: Described = {}): string {
  const about = summary ?? description
  const choice = options.length === 0 ? '' : ` Use one of ${options.join(', ')}.`
  return `${word} is missing${about === '' ? '.' : `: ${about}`}${choice}`
}

function valueless(name: string, flags: Definitions['flags']): string {
  const { helpValue, options = [], summary, min, max } = flags?.[name] ?? {}
  const example = typeof helpValue === 'string' ? ` Use --${name} ${helpValue}.` : ''
  if (options.length > 0) return `--${name} needs a value. Use one of ${options.join(', ')}.`
  if (min !== undefined || max !== undefined) return `--${name} needs a value. Use ${numberWords(flags?.[name])}.`
  return `--${name} needs a value${summary === undefined ? '.' : `: ${summary}`}${example}`
}

function numberWords({ min, max }: Described = {}): string {
  if (min === undefined) return `a whole number${max === undefined ? '' : ` up to ${max}`}`
  return `a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`
}

/** Two flags may exclude each other in both directions. Report that only once. */
function anyOrder(names: readonly string[]): string {
  const [one, other] = names.map((name) => `--${name}`).toSorted()
  return `${one} and ${other}`
}

function argumentWith(options: string, args: Definitions['args'] = {}): string {
  const [name] = Object.entries(args).find(([, arg]) => arg.options?.join(', ') === options) ?? []
  return name === undefined ? 'The argument' : `<${name}>`
}

function extraText(extra: readonly string[], { args = {} }: Definitions): string {
  const names = Object.keys(args).map((name) => `<${name}>`)
  const words = extra.map((word) => `"${word}"`).join(', ')
  const accepted = names.length === 0 ? 'no arguments' : `only ${names.join(' ')}`
  return `Unexpected argument${extra.length === 1 ? '' : 's'} ${words}. The command accepts ${accepted}.`
}
