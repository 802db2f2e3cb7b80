import { rowsPlaceOf } from '../../catalog/rows-place.ts'
import type { CallResult } from '../../client/client.ts'
import { walkPages, type PagedEndpoint } from '../../client/paging/paging.ts'
import { describeFailure, failureText, type Failure } from '../../command/failure.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { AppError } from '../../errors.ts'
import { confirmLiveWrite } from '../../tasks/call/confirm-live-write.ts'
import { openRegions, type OpenRegion } from '../../tasks/meant/open-regions.ts'
import { style } from '../../terminal/style.ts'
import { escapeForeign } from '../../text/escape.ts'
import { columnsOf } from '../show/columns.ts'
import { watchFields } from '../show/field-watch.ts'
import { includeHead, type Head } from '../show/include.ts'
import { openSink } from '../show/open-sink.ts'
import { watchRepeats } from '../show/repeat-watch.ts'
import { guessRowsPlace, rowsAt } from '../show/rows.ts'
import { regionTags, type Answered, type Sink } from '../show/sink.ts'
import { isFanOut, wantedOf, type PendingCall } from './pending-call.ts'

/** Calls once or page by page, in one region or in all of them, and shows the rows in the format that was asked for. */
export async function readRows(call: PendingCall): Promise<void> {
  const { context, facts, flags, target } = call
  const heads = includeHead(call)
  const { regions, close } = await openRegions(context, { ...wantedOf(call), onResponse: heads.seen })
  try {
    await confirmLiveWrite(context.terminal, { target, endpoint: facts, isAgreed: flags['yes'] === true })
    await showParts(call, { parts: regions, heads })
  } finally {
    close()
  }
}

interface Showing {
  readonly parts: readonly OpenRegion[]
  readonly heads: Head
}

async function showParts(call: PendingCall, { parts, heads }: Showing): Promise<void> {
  const { context, options, facts } = call
  const { terminal } = context
  const sink = openSink(call, { isWalk: isWalk(call) })
  const tags = isFanOut(call) ? regionTags : []
  const watch = watchFields(options.fields, facts.known === null ? [] : [...tags, ...columnsOf(facts.known)])
  const repeats = watchRepeats(call)
  const failures: AppError[] = []
  let failed: Failure | null = null
  for (const [at, part] of parts.entries()) {
    const see = (rows: readonly unknown[]) => {
      watch.see(rows)
      repeats.see(at, rows)
    }
    const failure = await showPart(call, { part, sink, heads, see, failures })
    if (failure === null) continue
    failed ??= failure.told
    if (part.region === null) return endPart(sink, failure)
    const where = `Region ${part.region.code}`
    const text = failureText(failure.told, style(terminal.noteColour), terminal.noteWidth)
    terminal.noteLines(`${escapeForeign(where)}: ${text}`)
    if (context.interrupted.aborted) break
  }
  sink.end()
  watch.report((line) => terminal.note(line))
  repeats.report((line) => terminal.note(line))
  if (failed !== null) throw new ReportedError(failed.exit, failed)
  endWith(call, failures[0])
}

interface PartWork {
  readonly part: OpenRegion
  readonly sink: Sink
  readonly heads: Head
  readonly see: (rows: readonly unknown[]) => void
  readonly failures: AppError[]
}

interface PartFailure {
  readonly error: unknown
  readonly told: Failure
  /** Whether it stands in the output. */
  readonly isShown: boolean
}

async function showPart(call: PendingCall, work: PartWork): Promise<PartFailure | null> {
  const { context } = call
  const { part, sink, heads, see, failures } = work
  sink.begin(part.region)
  try {
    for await (const answer of answersOf(call, part)) {
      heads.show()
      sink.answer(answer)
      see(answer.rows)
      noteHint(call, answer.result)
      if (answer.result.failure !== null) failures.push(answer.result.failure)
      await context.terminal.flushed()
      if (context.interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped.')
    }
    sink.finish()
    return null
  } catch (error) {
    heads.show()
    const told = describeFailure(error, { env: context.env, isInterrupted: context.interrupted.aborted })
    return { error, told, isShown: sink.fail(told) }
  }
}

/** What is there is shown whole, then the failure as any command tells it. */
function endPart(sink: Sink, { error, told, isShown }: PartFailure): never {
  sink.end()
  if (isShown) throw new ReportedError(told.exit, error)
  throw error
}

/** A 2xx that did not do all of it, after its answer was shown. */
function endWith({ options, context: { terminal } }: PendingCall, failure: AppError | undefined): void {
  if (failure === undefined) return
  if (options.format === 'view') throw failure
  terminal.note([failure.message, ...failure.suggestions].join('\n'))
  throw new ReportedError(failure.oclif.exit, failure)
}

async function* answersOf(call: PendingCall, { client, pin }: OpenRegion): AsyncGenerator<Answered, void, void> {
  const { facts, flags, input } = call
  if (!isWalk(call) || facts.known === null) {
    const result = await call.send(client, { ...input, region: pin })
    const place = facts.known === null ? guessRowsPlace(result.body) : rowsPlaceOf(facts.known)
    yield { result, rows: rowsAt(result.body, place), place }
    return
  }
  const { pageSize, ...query } = input.query
  const pages = walkPages({
    client,
    // `isWalk` saw that it is one.
    endpoint: facts.known as PagedEndpoint,
    input: { params: input.params, query, region: pin },
    ...(typeof pageSize === 'number' ? { pageSize } : {}),
    ...(typeof flags['limit'] === 'number' ? { limit: flags['limit'] } : {}),
  })
  for await (const { result, rows } of pages) yield { result, rows, place: 'items' }
}

function isWalk({ facts, flags }: PendingCall): boolean {
  return facts.known?.paging === 'page' && (flags['all'] === true || flags['limit'] !== undefined)
}

/** The platform's own advice for the store owner must be shown, whatever the format. */
function noteHint({ context: { terminal } }: PendingCall, { body }: CallResult): void {
  const hint = typeof body === 'object' && body !== null && 'hint' in body ? body.hint : null
  if (typeof hint === 'string' && hint !== '') terminal.note(`Hint: ${escapeForeign(hint)}`)
}
