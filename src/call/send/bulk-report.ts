import type { CallResult } from '../../client/client.ts'
import type { ChunkOutcome, RowOutcome, RowState } from '../../client/rows/bulk.ts'
import { AppError } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'
import type { Field } from '../input/fields.ts'
import { givenText, givenValue, numberInText, type GivenValue } from './given-value.ts'

/** A longer write keeps only the rows that were not written, and at most this many. */
const MAX_KEPT = 10_000

interface KeptRow extends RowOutcome {
  readonly row: unknown
}

/** Outcome so far of the rows of a bulk write. */
export interface WrittenRows {
  /** Number of all rows, including those not sent yet. */
  readonly total: number
  /** The catalog's fields of a row. */
  readonly fields: readonly Field[]
  readonly numbers: Partial<Record<RowState, number>>
  readonly kept: readonly KeptRow[]
  /** The first two responses. */
  readonly results: readonly CallResult[]
  readonly hasResults: boolean
  readonly requests: number
  /** Errors with distinct messages. */
  readonly errors: readonly AppError[]
}

/** Counts the outcomes of rows as responses arrive. `add` returns the rows of the request that are not known to be written. */
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
 * Combines the responses into one: the platform's own for a single request, else the same shape over all rows. A row without a result gets one with
 * its state. Null if there is nothing to show: nothing was written, or the response has no rows and the user reads the error anyway.
 */
export function bulkAnswer(written: WrittenRows, { isForPerson }: { isForPerson: boolean }): CallResult | null {
  const { total, fields, kept, results: answers, hasResults, requests } = written
  const [first = null] = answers
  if (first === null) return null
  const failed = countLeft(written)
  // Users read the rows by number, so list them in the order in which they were sent.
  if (requests === 1 && !(isForPerson && hasResults)) return first
  if (!hasResults && isForPerson && failed > 0) return null
  const results = kept.map((one) => {
    const result = one.result ?? resultFor(one.row, one)
    return isForPerson ? forPerson(one, result as object, fields) : result
  })
  const counts = { success: failed === 0, total, failed }
  // Members other than the rows (such as the category) stay for a view that shows them.
  const rest = isForPerson ? (first.body as object | null) : {}
  const body = hasResults ? { ...rest, ...counts, results } : counts
  return { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(body)), body, failure: null }
}

/**
 * Adds the row number and the value that was sent for the field in the platform's message: views show both
 * (views/cells.ts). The platform says only that a number in quotes is wrong, so the fix replaces its message.
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

/** Returns the error of a bulk write; null if every row was written. A table of the rows shows how to fix them. */
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
  const what = isPlain ? 'failed' : `${left === 1 ? 'was' : 'were'} not written: ${formatCounts(written)}`
  return new AppError('api.partial-failure', `${left} of ${total} rows ${what}.`, {
    suggestions: [
      ...errors.map(({ message }) => message),
      ...(isTable ? [] : numberAdvice(written)),
      ...advice(failedOut, written),
    ],
    details: { total, failed: left, ...countRows(written) },
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

function formatCounts(written: WrittenRows): string {
  const numbers = countRows(written)
  return Object.entries(stateWords)
    .flatMap(([state, words]) => (numbers[state] === undefined ? [] : [`${numbers[state]} ${words}`]))
    .join(', ')
}

/** Counts the rows by state; a row without an outcome was not sent. */
function countRows(written: WrittenRows): Record<string, number> {
  const { done = 0, 'not-sent': _, ...others } = written.numbers
  const notSent = written.total - Object.values(others).reduce((sum, number) => sum + number, done)
  return { ...others, ...(notSent > 0 ? { 'not-sent': notSent } : {}) }
}

function resultFor(row: unknown, { state }: RowOutcome): unknown {
  const keys = ['externalRef', 'key', 'productId', 'variantId']
  const own = typeof row === 'object' && row !== null ? Object.entries(row).filter(([name]) => keys.includes(name)) : []
  return { ...Object.fromEntries(own), success: state === 'done', state }
}

/** Advises on the first number that was sent as text, which spreadsheets and forms do. */
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

/** Returns the number that was sent as text; null for any other value. Nested fields are not looked up: for them the value alone decides. */
function numberFor({ path, value }: GivenValue, fields: readonly Field[]): string | null {
  const field = fields.find(({ name }) => name === path)
  const isNumber = field === undefined || ['decimal', 'int', 'long'].includes(field.type)
  return isNumber ? numberInText(value) : null
}

function advice(failedOut: string | undefined, written: WrittenRows): string[] {
  if (failedOut === undefined) return ['To save unwritten rows for a retry, add --failed-out <file>.']
  const { failed = 0, rejected = 0, unknown = 0 } = countRows(written)
  const wrong = failed + rejected
  return [
    [
      `The unwritten rows are in ${failedOut}.`,
      ...(unknown > 0 ? ['Check which rows without a response were written, and remove them.'] : []),
      ...(wrong > 0 ? ['Correct each failed row.'] : []),
      `To resend the file, run the command again with --data @${failedOut}`,
    ].join(' '),
  ]
}

/** Returns the error with the outcome and location of the rows added. */
export function withFate(error: AppError, written: WrittenRows, failedOut: string | undefined): AppError {
  if (countLeft(written) === 0) return error
  const { code, message, advice: known } = error
  const fate = [`Of ${written.total} rows: ${formatCounts(written)}.`, ...advice(failedOut, written)]
  // An interruption shows only its message.
  if (code === 'cli.interrupted') return changed(error, { message: [message, ...fate].join('\n'), suggestions: [] })
  return changed(error, { suggestions: [...known, ...fate] })
}
