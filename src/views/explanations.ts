import { entries } from '../terminal/entries.ts'
import type { Column } from '../terminal/table.ts'
import { wrap } from '../terminal/wrap.ts'
import type { NoteKind } from './notes/note-words.ts'
import type { Looks, View } from './view.ts'

export interface Explanation {
  readonly code: string
  readonly exit: number
  readonly about: string
}

/** Everything known about one error code. */
export interface FullExplanation extends Explanation {
  readonly causes: readonly string[]
  /** Example, or null if the error message is clear enough. */
  readonly example: { readonly run: string; readonly result: string } | null
  readonly check: readonly string[]
  readonly fix: readonly string[]
}

/** An exit code and its error codes. */
interface ExitExplanation {
  readonly exit: number
  readonly meaning: string
  readonly codes: readonly Explanation[]
}

/** A word in a list: the reason for a rejected delivery or request, or a gateway note. */
interface WordExplanation {
  readonly word: string
  readonly kind: NoteKind
  readonly about: string
  readonly fix: readonly string[]
}

/** An HTTP status and the error codes of calls that fail with it. */
interface StatusExplanation {
  readonly status: number
  readonly codes: readonly Explanation[]
}

/** A platform rule and the checks of `app check` that cover it. */
interface RuleExplanation {
  readonly rule: string
  readonly about: string
  readonly checks: readonly { readonly id: string; readonly title: string }[]
}

export type OneExplanation = FullExplanation | ExitExplanation | StatusExplanation | WordExplanation | RuleExplanation

const columns: readonly Column<Explanation>[] = [
  { header: 'CODE', cell: ({ code }) => code },
  { header: 'EXIT', cell: ({ exit }) => String(exit) },
  { header: 'MEANING', cell: ({ about }) => about },
]

/** Formats all codes with exit code and meaning, grouped by area. */
export const explanationList: View<readonly Explanation[]> = (explanations, looks) => {
  const entry = codeEntry(looks)
  if (looks.width === 0) return entries(explanations, entry, looks)
  const areas = Map.groupBy(explanations, ({ code }) => code.slice(0, code.indexOf('.')))
  return [...areas].map(([area, own]) => `${looks.style.cyan(area)}\n${entries(own, entry, looks)}`).join('\n\n')
}

function codeEntry({ style: { bold, dim } }: Looks) {
  return {
    columns,
    head: ({ code, exit }: Explanation) => `${bold(code)}  ${dim(`exit ${exit}`)}`,
    texts: ({ about }: Explanation) => [about],
  }
}

/** Formats one code: meaning, cause, example, how to check and how to fix it. */
export const explanationView: View<FullExplanation> = (one, looks) => {
  const { bold, dim } = looks.style
  const part = (title: string, lines: readonly string[]) => ['', bold(title), ...lines]
  return wrapped(
    [
      `${bold(one.code)}  ${dim(`exit ${one.exit}`)}`,
      one.about,
      ...part('Usual causes', listed(one.causes)),
      ...(one.example === null ? [] : part('Example', [`  $ ${one.example.run}`, `  ${one.example.result}`])),
      ...(one.check.length === 0 ? [] : part('How to check', listed(one.check))),
      ...part('How to fix', listed(one.fix)),
    ],
    looks,
  )
}

/** Formats the meaning of an exit code and its error codes. */
export const exitView: View<ExitExplanation> = ({ exit, meaning, codes }, looks) => {
  if (looks.width === 0)
    return [`exit ${exit}\t${meaning}`, ...codes.map(({ code, about }) => `${code}\t${about}`)].join('\n')
  const head = wrapped([`${looks.style.bold(`exit ${exit}`)}  ${meaning}`], looks)
  return codes.length === 0 ? head : `${head}\n\n${explanationList(codes, looks)}`
}

/** Formats the meaning of a list's word and what to do. */
const wordView: View<WordExplanation> = ({ word, kind, about, fix }, looks) => {
  const { bold, dim } = looks.style
  return wrapped(
    [
      `${bold(word)}  ${dim(kindWords[kind])}`,
      `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
      '',
      bold('How to fix'),
      ...listed(fix),
    ],
    looks,
  )
}

const ruleView: View<RuleExplanation> = ({ rule, about, checks }, looks) => {
  const { bold, dim } = looks.style
  const own = checks.map(({ id, title }) => `${id}: ${title}`)
  return wrapped(
    [
      `${bold(rule)}  ${dim('a platform rule, not an error code')}`,
      about,
      ...(own.length === 0 ? [] : ['', bold('Checks of `app check`'), ...listed(own)]),
    ],
    looks,
  )
}

const kindWords: Readonly<Record<NoteKind, string>> = {
  refusal: 'the reason for a gateway rejection at the webhook path, not an error code',
  attempt: 'the result of forwarding a delivery, not an error code',
  delivery: 'a gateway note about a delivery, not an error code',
  call: 'a gateway note about an app call, not an error code',
  app: "a reason in your app's log or on its pages, not an error code",
}

/** Formats an HTTP status and its error codes. */
const statusView: View<StatusExplanation> = ({ status, codes }, looks) => {
  const about = 'an HTTP status, not an exit code. `app` reports it with these error codes.'
  if (looks.width === 0)
    return [`HTTP ${status}\t${about}`, ...codes.map(({ code, about }) => `${code}\t${about}`)].join('\n')
  return `${wrapped([`${looks.style.bold(`HTTP ${status}`)}  ${about}`], looks)}\n\n${explanationList(codes, looks)}`
}

export const oneExplanation: View<OneExplanation> = (one, looks) => {
  if ('rule' in one) return ruleView(one, looks)
  if ('word' in one) return wordView(one, looks)
  if ('status' in one) return statusView(one, looks)
  return 'code' in one ? explanationView(one, looks) : exitView(one, looks)
}

function listed(lines: readonly string[]): string[] {
  return lines.map((line) => `  - ${line}`)
}

function wrapped(lines: readonly string[], { width }: Looks): string {
  return lines.map((line) => wrap(line, width, line.startsWith('  - ') ? '  ' : '')).join('\n')
}
