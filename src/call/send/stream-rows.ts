import { streamDelta, type DeltaEndpoint, type DeltaStart, type DeltaStream } from '../../client/paging/delta.ts'
import { describeFailure } from '../../command/failure.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { AppError } from '../../errors.ts'
import { openClient, type OpenClient } from '../../tasks/call/open-client.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { escapeForeign } from '../../text/escape.ts'
import { includeHead, type Head } from '../show/include.ts'
import { openSink } from '../show/open-sink.ts'
import type { Sink } from '../show/sink.ts'
import { cursorFile, type CursorFile } from './cursor-file.ts'
import { isFanOut, wantedOf, type PendingCall } from './pending-call.ts'
import { writablePath } from './writable-path.ts'

const DEFAULT_PAUSE = '10s'

/**
 * Walks the changes of a region: one round, or with `--follow` for ever. The place is kept in `--cursor-file` after each batch was printed and taken over by
 * the system, so that a run that is killed gets the last batch again at worst.
 */
export async function streamRows(call: PendingCall): Promise<void> {
  const { context, flags } = call
  refuseMixtures(call)
  const pauseMs = parseDuration(typeof flags['interval'] === 'string' ? flags['interval'] : DEFAULT_PAUSE)
  const since = instantOf(call)
  const heads = includeHead(call)
  const opened = await openClient(context, { ...wantedOf(call), onResponse: heads.seen })
  try {
    const file = await fileOf(call, opened)
    const start = startOf(call, { since, kept: file?.read() ?? null })
    const sink = openSink(call, { isWalk: !isFollowing(call), isLive: isFollowing(call) })
    await show(call, { stream: deltaOf(call, { opened, start, pauseMs }), file, heads, sink })
  } finally {
    opened.close()
  }
}

/** The call with the place where its first request begins, to be shown and not sent. Raises what `streamRows` raises before it sends. */
export async function startedStream(call: PendingCall): Promise<PendingCall> {
  refuseMixtures(call)
  const since = instantOf(call)
  const opened = await openClient(call.context, wantedOf(call))
  try {
    const file = await fileOf(call, opened)
    const start = startOf(call, { since, kept: file?.read() ?? null })
    const { cursor: _, updatedAfter: __, ...query } = call.input.query
    return { ...call, input: { ...call.input, query: { ...query, ...start } } }
  } finally {
    opened.close()
  }
}

interface Showing {
  readonly stream: DeltaStream<DeltaEndpoint>
  readonly file: CursorFile | null
  readonly heads: Head
  readonly sink: Sink
}

async function show(call: PendingCall, { stream, file, heads, sink }: Showing): Promise<void> {
  const { context, options } = call
  // A JSON document is whole only at its end: until then nothing of it counts as handed over.
  const isLate =
    options.format === 'json' || (options.format === 'view' && context.terminal.width > 0 && !isFollowing(call))
  let late: string | null = null
  const save = (cursor: string) => {
    if (isLate) late = cursor
    else file?.save(cursor)
  }
  sink.begin(null)
  try {
    for await (const { result, items } of streamDelta({ ...stream, save })) {
      heads.show()
      if (items.length > 0 || !isFollowing(call)) sink.answer({ result, rows: items, place: 'items' })
      await context.terminal.flushed()
    }
    sink.finish()
    sink.end()
    await context.terminal.flushed()
    if (late !== null) file?.save(late)
  } catch (error) {
    heads.show()
    const told = describeFailure(error, { env: context.env, isInterrupted: context.interrupted.aborted })
    const isShown = sink.fail(told)
    sink.end()
    if (isShown) throw new ReportedError(told.exit, error)
    throw error
  }
}

function isFollowing({ flags }: PendingCall): boolean {
  return flags['follow'] === true
}

interface Opening {
  readonly opened: OpenClient
  readonly start: DeltaStart
  readonly pauseMs: number
}

function deltaOf(call: PendingCall, { opened, start, pauseMs }: Opening): DeltaStream<DeltaEndpoint> {
  const { context, input, facts } = call
  const { sleep, terminal, interrupted: signal } = context
  const onTrouble = ({ message }: AppError) =>
    terminal.note(escapeForeign(`${message} Trying again in ${Math.ceil(pauseMs / 1000)} s.`))
  return {
    client: opened.client,
    // The dispatcher saw that it is one (run-pending-call.ts).
    endpoint: facts.known as DeltaEndpoint,
    start,
    input: { query: input.query, region: wantedOf(call).region },
    ...(isFollowing(call) ? { follow: { pauseMs, sleep, signal, onTrouble } } : {}),
  }
}

function refuseMixtures(call: PendingCall): void {
  const { flags, options } = call
  if (isFanOut(call)) {
    throw new AppError('usage.invalid', 'A cursor belongs to one region: --region all does not go with a stream.')
  }
  if (isFollowing(call) && options.format === 'json') {
    throw new AppError('usage.invalid', '--follow never ends, so it is no JSON document.', {
      suggestions: ['Use --ndjson: one document a line.'],
    })
  }
  if (flags['cursor'] !== undefined && flags['cursor-file'] !== undefined) {
    throw new AppError('usage.invalid', '--cursor and --cursor-file contradict each other.')
  }
  if (flags['since'] !== undefined && flags['updated-after'] !== undefined) {
    throw new AppError('usage.invalid', '--since and --updated-after are the same; give one.')
  }
}

async function fileOf(call: PendingCall, { client, install }: OpenClient): Promise<CursorFile | null> {
  const { context, flags, target, project, input } = call
  const given = flags['cursor-file']
  if (typeof given !== 'string') return null
  const { headers } = await call.prepare(client, { ...input, region: wantedOf(call).region })
  const pin = headers['X-Region-Id']
  return cursorFile(writablePath(context.cwd, { given, flag: '--cursor-file' }), {
    target: target.identity,
    appKey: project.config.key,
    storeId: install.storeId,
    regionId: pin === undefined ? install.regionId : Number(pin),
  })
}

/** Where the first request begins: the kept place, else what was typed. Raises `usage.missing`. */
function startOf(call: PendingCall, known: { since: string | null; kept: string | null }): DeltaStart {
  const { flags } = call
  const cursor = known.kept ?? flags['cursor']
  if (typeof cursor === 'string') return { cursor }
  const updatedAfter = known.since ?? flags['updated-after']
  if (typeof updatedAfter === 'string') return { updatedAfter }
  if (isFollowing(call)) return fromNow(call)
  throw new AppError('usage.missing', 'Where should it begin? There is no cursor yet.', {
    suggestions: ['Give --since for the first time, for example --since 2026-11-01T00:00:00Z.'],
  })
}

/** Whoever follows without a place wants what comes; said once, since what was before is not among it. */
function fromNow({ context }: PendingCall): DeltaStart {
  const updatedAfter = context.now().toISOString()
  context.terminal.note(`Shows what changes from now on, ${updatedAfter}. Earlier changes: --since <ISO time>.`)
  return { updatedAfter }
}

/** `--since` as the platform reads it: UTC. A day alone begins at midnight UTC, and `now` is this moment. */
function instantOf({ flags, context }: PendingCall): string | null {
  const given = flags['since']
  if (typeof given !== 'string') return null
  if (given === 'now') return context.now().toISOString()
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(given)
  const at = isIso ? Date.parse(given) : Number.NaN
  if (!Number.isNaN(at)) return new Date(at).toISOString()
  throw new AppError('usage.invalid', `--since ${given}: expected an ISO time with its zone.`, {
    suggestions: ['For example 2026-11-01T00:00:00Z, 2026-11-01 for midnight UTC, or now.'],
  })
}
