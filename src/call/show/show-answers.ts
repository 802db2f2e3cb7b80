import type { Failure } from '../../cli/failure.ts'
import { ReportedError } from '../../cli/reported-error.ts'
import { AppError } from '../../errors.ts'
import { adviceOn } from '../../errors/advice.ts'
import type { OpenRegion } from '../../tasks/call/open-regions.ts'
import { style } from '../../terminal/style.ts'
import { escapeForeign } from '../../text/escape.ts'
import type { Call } from '../send/call.ts'
import type { Answer, Sending, Strategy } from '../send/strategy.ts'
import { columnsOf } from './columns.ts'
import { watchFields } from './field-names.ts'
import { noteMore, watchLaterPage } from './note-more.ts'
import { openSink } from './open-sink.ts'
import { watchRepeats } from './repeat-watch.ts'
import { regionTags, type Sink } from './sink.ts'

interface Showing extends Sending {
  readonly strategy: Strategy
  readonly regions: readonly OpenRegion[]
}

/**
 * Sends to each region and shows the responses as they arrive. With several regions, the failure of one is reported and the others are
 * still shown. Raises the error of a single region after showing everything before it, and at the end the partial failure of a 2xx.
 */
export async function showAnswers(call: Call, { regions, ...showing }: Showing): Promise<void> {
  const { context, options } = call
  const sink = openSink(call, showing.strategy)
  const watches = openWatches(call)
  let failed: Failure | null = null
  let partial: AppError | null = null
  let taken: Answer['taken']
  for (const [at, region] of regions.entries()) {
    const part = await showPart(call, { ...showing, region, sink, see: (rows) => watches.see(at, rows) })
    partial ??= part.partial
    taken = part.taken
    if (part.failure === null) continue
    if (!options.isFanOut) return endAt(sink, part.failure)
    failed ??= part.failure.description
    await reportRegion(call, region, part.failure)
    if (context.interrupted.aborted) break
  }
  sink.end()
  if (taken !== undefined) {
    await context.terminal.flushed()
    taken()
  }
  watches.report()
  if (failed !== null) throw new ReportedError(failed.exit, failed)
  endWith(call, partial)
}

interface Part extends Sending {
  readonly strategy: Strategy
  readonly region: OpenRegion
  readonly sink: Sink
  readonly see: (rows: readonly unknown[]) => void
}

interface PartEnd {
  readonly failure: PartFailure | null
  /** The first 2xx with a partial failure. */
  readonly partial: AppError | null
  /** Called once everything has been written out. */
  readonly taken: Answer['taken']
}

interface PartFailure {
  readonly error: unknown
  readonly description: Failure
  /** Whether the output contains it. */
  readonly isShown: boolean
}

async function showPart(call: Call, { strategy, region, sink, see, ...sending }: Part): Promise<PartEnd> {
  const { context, options } = call
  const { terminal, interrupted, env } = context
  const isLone = !options.isFanOut && !strategy.isWalk && !strategy.isLive
  let partial: AppError | null = null
  let taken: Answer['taken']
  sink.begin(region.region)
  try {
    for await (const answer of strategy.answers(region, sending)) {
      sending.head.show()
      if (answer.rows.length > 0 || !strategy.isLive) sink.answer(answer)
      see(answer.rows)
      noteHint(call, answer)
      noteMore(call, strategy, answer)
      partial ??= answer.result.failure
      // Nothing follows it, so a write error is noticed when the process exits.
      if (isLone) continue
      await terminal.flushed()
      if (sink.isLate) taken = answer.taken
      else answer.taken?.()
      if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped.')
    }
    sink.finish()
    return { failure: null, partial, taken }
  } catch (error) {
    sending.head.show()
    const { describeFailure, failureDocument } = await import('../../cli/failure.ts')
    const description = describeFailure(error, {
      env,
      isInterrupted: interrupted.aborted,
      target: call.target.name,
      nameTarget: terminal.nameTarget,
    })
    const isShown = sink.fail(JSON.stringify(failureDocument(description).error))
    return { failure: { error, description, isShown }, partial, taken: undefined }
  }
}

/** Shows the platform's advice for the store owner in every format. */
function noteHint({ screen }: Call, { result: { body } }: Answer): void {
  const hint = typeof body === 'object' && body !== null && 'hint' in body ? body.hint : null
  if (typeof hint === 'string' && hint !== '') screen.note(`Hint: ${escapeForeign(hint)}`)
}

/** Reports the failure of one of several regions; the others continue. */
async function reportRegion(
  { context: { terminal } }: Call,
  { region }: OpenRegion,
  { description }: PartFailure,
): Promise<void> {
  const { failureText } = await import('../../cli/failure.ts')
  const text = failureText(description, style(terminal.noteColour), terminal.noteWidth)
  terminal.noteLines(`${escapeForeign(`Region ${region?.code ?? ''}`)}: ${text}`)
}

/** Shows everything that arrived, then the error as any command reports it. */
function endAt(sink: Sink, { error, description, isShown }: PartFailure): never {
  sink.end()
  if (isShown) throw new ReportedError(description.exit, error)
  throw error
}

/** Reports a partial failure of a 2xx after showing its response. Stdout stays one document for a program. */
function endWith({ options, screen, target }: Call, partial: AppError | null): void {
  if (partial === null) return
  if (options.format === 'view') throw partial
  screen.note([partial.message, ...adviceOn(target.name, partial.advice)].join('\n'))
  throw new ReportedError(partial.oclif.exit, partial)
}

/** Opens the checks that observe the rows and report at the end. */
function openWatches(call: Call) {
  const { facts, options, screen } = call
  const { fields, isFanOut } = options
  const isNamed = fields !== null && facts.known !== null
  const known = isNamed ? [...(isFanOut ? regionTags : []), ...columnsOf(facts.known)] : []
  const watches = [watchFields(fields ?? [], known), watchRepeats(call), watchLaterPage(call)]
  return {
    see(part: number, rows: readonly unknown[]): void {
      for (const watch of watches) watch.see(rows, part)
    },
    report(): void {
      for (const watch of watches) watch.report((line) => screen.note(line))
    },
  }
}
