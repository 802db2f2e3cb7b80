import type { CallResult } from '../../client/client.ts'
import type { ChunkOutcome, RowOutcome, RowState } from '../../client/rows/bulk.ts'
import { AppError } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'
import type { Field } from '../input/fields.ts'
import { givenText, givenValue, numberInText, type GivenValue } from './given-value.ts'

/** Of a longer write only the rows that were not written are kept, and at most this many of them. */
const MAX_KEPT = 10_000

interface KeptRow extends RowOutcome {
  readonly row: unknown
}

/** What became of the rows of a bulk write, so far. */
export interface WrittenRows {
  /** Of all rows, also of those that are not sent yet. */
  readonly total: number
  /** Of a row, as the catalog has them. */
  readonly fields: readonly Field[]
  readonly numbers: Partial<Record<RowState, number>>
  readonly kept: readonly KeptRow[]
  /** The answers, up to the second. */
  readonly results: readonly CallResult[]
  readonly hasResults: boolean
  readonly requests: number
  /** Each once, by its message. */
  readonly errors: readonly AppError[]
}

/** Counts what became of rows as the requests are answered. `add` returns the rows of the request that are not known to be written. */
export function createTally({ total, fields }: Pick<WrittenRows, 'total' | 'fields'>): {
  readonly written: WrittenRows
  readonly add: (chunk: ChunkOutcome) => readonly unknown[]
} {
  const numbers: Partial<Record<RowState, number>> = {}
  const [kept, results, errors]: [KeptRow[], CallResult[], AppError[]] = [[], [], []]
  const written = { total, fields, numbers, kept, results, errors, hasResults: false, requests: 0 }
  return {
    written,
    add({ outcomes, rows, result, error }) {
      written.requests++
      if (result !== null && results.length < 2) results.push(result)
      if (error !== null && !errors.some(({ message }) => message === error.message)) errors.push(error)
      const all = outcomes.map((outcome, at) => ({ ...outcome, row: rows[at] }))
      const left = all.filter(({ state }) => state !== 'done')
      for (const { state } of all) numbers[state] = (numbers[state] ?? 0) + 1
      written.hasResults ||= all.some(({ result: own }) => own !== null)
      if (total <= MAX_KEPT) kept.push(...all)
      else kept.push(...left.slice(0, MAX_KEPT - kept.length))
      return left.map(({ row }) => row)
    },
  }
}

/**
 * One answer for all requests: the platform's own where there was one request, else the same shape over all rows, where a row without its own result has one
 * that says its state. Null when there is nothing to show: nothing was written, or the answer has no rows and a person reads the failure anyway.
 */
export function bulkAnswer(written: WrittenRows, { isForPerson }: { isForPerson: boolean }): CallResult | null {
  const { total, fields, kept, results: answers, hasResults, requests } = written
  const [first = null] = answers
  if (first === null) return null
  const failed = countLeft(written)
  // A person reads the rows by their number, so they stand in the order in which they were sent.
  if (requests === 1 && !(isForPerson && hasResults)) return first
  if (!hasResults && isForPerson && failed > 0) return null
  const results = kept.map((one) => {
    const result = one.result ?? resultFor(one.row, one)
    return isForPerson ? forPerson(one, result as object, fields) : result
  })
  const counts = { success: failed === 0, total, failed }
  // What an answer says beside its rows (the category, say) stays for a view that shows it.
  const rest = isForPerson ? (first.body as object | null) : {}
  const body = hasResults ? { ...rest, ...counts, results } : counts
  return { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(body)), body, failure: null }
}

/**
 * The number of the row, and what was sent for the field that the platform names: views show both (views/cells.ts).
 * The platform says only that a number in quotes is wrong, so the fix stands in place of its words.
 */
function forPerson({ index, state, row }: KeptRow, result: object, fields: readonly Field[]): object {
  const numbered = { ...result, row: index + 1 }
  const given = state === 'done' ? null : givenValue(row, result, fields)
  if (given === null) return numbered
  const number = numberFor(given, fields)
  return {
    ...numbered,
    given: givenText(given),
    ...(number !== null && { message: `Write ${number}, without quotes.` }),
  }
}

/** The failure that a bulk write ends with; null when every row was written. A table of the rows shows how to fix them. */
export function bulkFailure(
  written: WrittenRows,
  failedOut: string | undefined,
  { isForPerson }: { readonly isForPerson: boolean },
): AppError | null {
  const { total, errors, results } = written
  const interruption = errors.find(({ code }) => code === 'cli.interrupted')
  if (interruption !== undefined) return withFate(interruption, written, failedOut)
  const left = countLeft(written)
  if (left === 0) return null
  const [first] = errors
  if (first !== undefined && results.length === 0) return withFate(first, written, failedOut)
  const isTable = isForPerson && written.hasResults
  const isPlain = written.numbers.failed === left
  const what = isPlain ? 'failed' : `were not written: ${countsOf(written)}`
  return new AppError('api.partial-failure', `${left} of ${total} rows ${what}.`, {
    suggestions: [
      ...errors.map(({ message }) => message),
      ...(isTable ? [] : numberAdvice(written)),
      ...advice(failedOut, written),
    ],
    details: { total, failed: left, ...numbersOf(written) },
  })
}

function countLeft({ total, numbers }: WrittenRows): number {
  return total - (numbers.done ?? 0)
}

const stateWords: Readonly<Record<Exclude<RowState, 'done'>, string>> = {
  failed: 'failed',
  rejected: 'in a rejected request',
  unknown: 'without a response (possibly written)',
  'not-sent': 'not sent',
}

function countsOf(written: WrittenRows): string {
  const numbers = numbersOf(written)
  return Object.entries(stateWords)
    .flatMap(([state, words]) => (numbers[state] === undefined ? [] : [`${numbers[state]} ${words}`]))
    .join(', ')
}

/** By state; a row without an outcome was not sent. */
function numbersOf(written: WrittenRows): Record<string, number> {
  const { done = 0, 'not-sent': _, ...others } = written.numbers
  const notSent = written.total - Object.values(others).reduce((sum, number) => sum + number, done)
  return { ...others, ...(notSent > 0 ? { 'not-sent': notSent } : {}) }
}

function resultFor(row: unknown, { state }: RowOutcome): unknown {
  const keys = ['externalRef', 'key', 'productId', 'variantId']
  const own = typeof row === 'object' && row !== null ? Object.entries(row).filter(([name]) => keys.includes(name)) : []
  return { ...Object.fromEntries(own), success: state === 'done', state }
}

/** For the first number that was sent as a text, as a spreadsheet or a form has it. */
function numberAdvice({ kept, fields }: WrittenRows): string[] {
  for (const { index, state, result, row } of kept) {
    const given = state === 'done' ? null : givenValue(row, result, fields)
    const number = given === null ? null : numberFor(given, fields)
    if (given !== null && number !== null)
      return [
        `In row ${index + 1}, ${givenText(given)} is text. Write the number as ${number}, with a point and without quotes.`,
      ]
  }
  return []
}

/** The number that was sent as a text; null for any other value. What lies deeper is not looked up: there the value alone decides. */
function numberFor({ path, value }: GivenValue, fields: readonly Field[]): string | null {
  const field = fields.find(({ name }) => name === path)
  const isNumber = field === undefined || ['decimal', 'int', 'long'].includes(field.type)
  return isNumber ? numberInText(value) : null
}

function advice(failedOut: string | undefined, written: WrittenRows): string[] {
  if (failedOut === undefined) return ['To save unwritten rows for a retry, add --failed-out <file>.']
  const { failed = 0, rejected = 0, unknown = 0 } = numbersOf(written)
  const wrong = failed + rejected
  const which = wrong === countLeft(written) ? 'them' : `the ${wrong} failed rows`
  return [
    [
      `These rows are in ${failedOut}.`,
      ...(unknown > 0 ? ['Remove rows that were written without a response.'] : []),
      ...(wrong > 0 ? [`Correct ${which}.`] : []),
      `To resend them, run the command again with --data @${failedOut}`,
    ].join(' '),
  ]
}

/** The same failure, with what became of the rows and where they are. */
export function withFate(error: AppError, written: WrittenRows, failedOut: string | undefined): AppError {
  if (countLeft(written) === 0) return error
  const { code, message, advice: known } = error
  const fate = [`Of ${written.total} rows: ${countsOf(written)}.`, ...advice(failedOut, written)]
  // Of an interruption only the message is shown.
  if (code === 'cli.interrupted') return changed(error, { message: [message, ...fate].join('\n'), suggestions: [] })
  return changed(error, { suggestions: [...known, ...fate] })
}
