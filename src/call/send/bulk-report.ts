import type { CallResult } from '../../client/client.ts'
import type { ChunkOutcome, RowOutcome, RowState } from '../../client/rows/bulk.ts'
import { AppError } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'
import type { Field } from '../input/fields.ts'
import { givenText, givenValue, numberInText, type GivenValue } from './given-value.ts'

/** The rows of a bulk write and what became of them. */
export interface WrittenRows {
  readonly rows: readonly unknown[]
  /** Of a row, as the catalog has them. */
  readonly fields: readonly Field[]
  readonly chunks: readonly ChunkOutcome[]
}

/** The rows that are not known to be written, as they were typed. */
export function rowsLeft(rows: readonly unknown[], chunks: readonly ChunkOutcome[]): readonly unknown[] {
  const done = new Set(outcomesOf(chunks).flatMap(({ index, state }) => (state === 'done' ? [index] : [])))
  return rows.filter((_, index) => !done.has(index))
}

/**
 * One answer for all requests: the platform's own where there was one request, else the same shape over all rows, where a row without its own result has one
 * that says its state. Null when there is nothing to show: nothing was written, or the answer has no rows and a person reads the failure anyway.
 */
export function bulkAnswer(
  { rows, chunks, fields }: WrittenRows,
  { isForPerson }: { isForPerson: boolean },
): CallResult | null {
  const [first, ...others] = chunks
  const outcomes = outcomesOf(chunks)
  if (!chunks.some(({ result }) => result !== null)) return null
  const failed = outcomes.filter(({ state }) => state !== 'done').length
  const hasResults = outcomes.some(({ result }) => result !== null)
  // A person reads the rows by their number, so they stand in the order in which they were sent.
  if (first !== undefined && others.length === 0 && !(isForPerson && hasResults)) return first.result
  if (!hasResults && isForPerson && failed > 0) return null
  const results = outcomes.map((outcome) => {
    const row = rows[outcome.index]
    if (outcome.result === null) return resultFor(row, outcome)
    return isForPerson ? withGiven(outcome, givenValue(row, outcome.result, fields)) : outcome.result
  })
  const counts = { success: failed === 0, total: rows.length, failed }
  // What an answer says beside its rows (the category, say) stays for a view that shows it.
  const rest = isForPerson ? membersOf(chunks) : {}
  const body = hasResults ? { ...rest, ...counts, results } : counts
  return { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(body)), body, failure: null }
}

/** Beside the platform's own words, what was sent for the field that they name: views show it (views/cells.ts). */
function withGiven({ result, state }: RowOutcome, given: GivenValue | null): unknown {
  return state === 'done' || given === null ? result : { ...(result as object), given: givenText(given) }
}

/** Of the first answer that has any. */
function membersOf(chunks: readonly ChunkOutcome[]): object {
  const body: unknown = chunks.find(({ result }) => result !== null)?.result?.body
  return typeof body === 'object' && body !== null ? body : {}
}

/** The failure that a bulk write ends with; null when every row was written. */
export function bulkFailure(written: WrittenRows, failedOut: string | undefined): AppError | null {
  const { rows, chunks } = written
  const outcomes = outcomesOf(chunks)
  const left = outcomes.filter(({ state }) => state !== 'done')
  const errors = chunks.flatMap(({ error }) => (error === null ? [] : [error]))
  const interruption = errors.find(({ code }) => code === 'cli.interrupted')
  if (interruption !== undefined) return withFate(interruption, written, failedOut)
  if (left.length === 0) return null
  const [first] = errors
  if (first !== undefined && !chunks.some(({ result }) => result !== null)) {
    return withFate(first, written, failedOut)
  }
  return new AppError(
    'api.partial-failure',
    `${left.length} of ${rows.length} rows were not written: ${countsOf(left)}.`,
    {
      suggestions: [
        ...new Set(errors.map(({ message }) => message)),
        ...numberAdvice(written, left),
        ...advice(failedOut, left),
      ],
      details: { total: rows.length, failed: left.length, ...numbersOf(left) },
    },
  )
}

function outcomesOf(chunks: readonly ChunkOutcome[]): readonly RowOutcome[] {
  return chunks.flatMap(({ outcomes }) => outcomes)
}

const stateWords: Readonly<Record<Exclude<RowState, 'done'>, string>> = {
  failed: 'failed',
  refused: 'in a refused request',
  unknown: 'without an answer, so perhaps written',
  'not-sent': 'not sent',
}

function countsOf(left: readonly Pick<RowOutcome, 'state'>[]): string {
  const numbers = numbersOf(left)
  return Object.entries(stateWords)
    .flatMap(([state, words]) => (numbers[state] === undefined ? [] : [`${numbers[state]} ${words}`]))
    .join(', ')
}

function numbersOf(left: readonly Pick<RowOutcome, 'state'>[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const { state } of left) numbers[state] = (numbers[state] ?? 0) + 1
  return numbers
}

function resultFor(row: unknown, { state }: RowOutcome): unknown {
  const keys = ['externalRef', 'key', 'productId', 'variantId']
  const own = typeof row === 'object' && row !== null ? Object.entries(row).filter(([name]) => keys.includes(name)) : []
  return { ...Object.fromEntries(own), success: state === 'done', state }
}

/** For the first number that was sent as a text, as a spreadsheet or a form has it. */
function numberAdvice({ rows, fields }: WrittenRows, left: readonly RowOutcome[]): string[] {
  for (const { index, result } of left) {
    const given = givenValue(rows[index], result, fields)
    const number = given !== null && isNumberField(fields, given) ? numberInText(given.value) : null
    if (given !== null && number !== null)
      return [
        `Row ${index + 1}: ${givenText(given)} is a text. Write the number ${number}: with a point, without quotes.`,
      ]
  }
  return []
}

/** What lies deeper is not looked up: there the value alone decides. */
function isNumberField(fields: readonly Field[], { path }: GivenValue): boolean {
  const field = fields.find(({ name }) => name === path)
  return field === undefined || ['decimal', 'int', 'long'].includes(field.type)
}

function advice(failedOut: string | undefined, left: readonly Pick<RowOutcome, 'state'>[]): string[] {
  if (failedOut === undefined) return ['With --failed-out <file> these rows are kept, ready to be sent again.']
  const { failed = 0, refused = 0, unknown = 0 } = numbersOf(left)
  const wrong = failed + refused
  const which = wrong === left.length ? 'them' : `the ${wrong} that failed`
  return [
    [
      `They are in ${failedOut}.`,
      ...(unknown > 0 ? ['Check which of those without an answer were written, and remove them.'] : []),
      ...(wrong > 0 ? [`Correct ${which}.`] : []),
      `To send them again: --data @${failedOut}`,
    ].join(' '),
  ]
}

/** The same failure, with what became of the rows and where they are. */
export function withFate(
  error: AppError,
  { rows, chunks }: Omit<WrittenRows, 'fields'>,
  failedOut: string | undefined,
): AppError {
  const outcomes = outcomesOf(chunks)
  const failed = outcomes.filter(({ state }) => state !== 'done')
  const unsent = rows
    .slice(outcomes.length)
    .map((_, at) => ({ index: outcomes.length + at, state: 'not-sent' as const }))
  const left = [...failed, ...unsent]
  if (left.length === 0) return error
  const { code, message, advice: known } = error
  const fate = [`Of ${rows.length} rows: ${countsOf(left)}.`, ...advice(failedOut, left)]
  // Of an interruption only the message is shown.
  if (code === 'cli.interrupted') return changed(error, { message: [message, ...fate].join('\n'), suggestions: [] })
  return changed(error, { suggestions: [...known, ...fate] })
}
