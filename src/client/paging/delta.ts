import type { EndpointFacts, ResponseOf } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { CallInput, CallResult, Client } from '../client.ts'

/** An endpoint whose changes arrive in batches, each with the next cursor: `{items, nextCursor, hasMore}`. */
export type DeltaEndpoint = EndpointFacts & { readonly paging: 'cursor' }

/** Start of a stream: after a batch that was read before, or at a time. Only the platform creates cursors (DELTA-012, DELTA-018). */
export type DeltaStart = { readonly cursor: string } | { readonly updatedAfter: string }

export interface DeltaBatch<E extends EndpointFacts> {
  readonly result: CallResult<ResponseOf<E>>
  readonly items: readonly DeltaRowOf<E>[]
  /** Cursor of the next batch; null until the platform has returned one. */
  readonly cursor: string | null
  readonly hasMore: boolean
}

/** One change. */
export type DeltaRowOf<E extends EndpointFacts> =
  ResponseOf<E> extends { readonly items: readonly (infer Row)[] } ? Row : unknown

export interface DeltaStream<E extends EndpointFacts> {
  readonly client: Pick<Client, 'call'>
  readonly endpoint: E
  readonly start: DeltaStart
  /** Region and page size. */
  readonly input?: CallInput<E>
  /**
   * Saves the cursor of a batch. Called when the next batch is requested, so after the rows were
   * processed: a run that is killed in between reads them again and misses none.
   */
  readonly save?: (cursor: string) => void | Promise<void>
  /** Repeat after each round, without end; if left out, the stream ends with the round (`hasMore: false`). */
  readonly follow?: Follow
}

export interface Follow {
  readonly pauseMs: number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
  /** Called for a temporary failure (no connection, 5xx, budget); the same request is repeated after the pause. */
  readonly onTrouble?: (error: AppError) => void
}

/**
 * Yields the changes since a start, batch by batch, oldest first. `hasMore` continues the round (DELTA-019); a deleted row is `{status: 'D', product:
 * null}` and is yielded like any other. Raises `api.error` if the platform reports more changes without a new cursor, and the client's errors.
 */
export async function* streamDelta<E extends DeltaEndpoint>(
  stream: DeltaStream<E>,
): AsyncGenerator<DeltaBatch<E>, void, void> {
  const { client, endpoint, input = {}, save, follow } = stream
  let from: DeltaStart = stream.start
  for (;;) {
    // The query of every endpoint with this paging has the cursor's fields; the compiler cannot infer that from the type parameter.
    const query = { ...plainQuery(input), ...from }
    const result = await patiently(follow, () => client.call(endpoint, { ...input, query } as unknown as CallInput<E>))
    const { items, nextCursor, hasMore } = readBatch<DeltaRowOf<E>>(result.body)
    const before: string | null = 'cursor' in from ? from.cursor : null
    const cursor = nextCursor ?? before
    if (hasMore && cursor === before) throw standsStill(endpoint)
    yield { result, items, cursor, hasMore }
    if (cursor !== null) {
      if (cursor !== before) await save?.(cursor)
      from = { cursor }
    }
    if (hasMore) continue
    if (follow === undefined) return
    await follow.sleep(follow.pauseMs, follow.signal)
  }
}

/** Returns the caller's query without the position, which this stream sets. */
function plainQuery<E extends EndpointFacts>({ query = {} }: CallInput<E>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'updatedAfter'))
}

/** Without `follow` a failure stops the stream; with it a temporary failure is reported and retried after a pause. */
async function patiently<T>(follow: Follow | undefined, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (follow === undefined || !(error instanceof AppError) || !mayPass(error)) throw error
      follow.onTrouble?.(error)
      await follow.sleep(follow.pauseMs, follow.signal)
    }
  }
}

function mayPass({ code, details }: AppError): boolean {
  if (code === 'net.unreachable' || code === 'net.timeout' || code === 'api.rate-limited') return true
  return code === 'api.error' && Number(details['status']) >= 500
}

interface BatchFacts<Row> {
  readonly items: readonly Row[]
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/** The client has checked that a batch has rows (answer-shape.ts). */
function readBatch<Row>(body: unknown): BatchFacts<Row> {
  const { items, nextCursor, hasMore } = body as { items: readonly Row[]; nextCursor?: unknown; hasMore?: unknown }
  return {
    items,
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : null,
    hasMore: hasMore === true,
  }
}

function standsStill({ id }: EndpointFacts): AppError {
  return new AppError('api.error', `The platform reported more rows for ${id}, but returned no new cursor.`, {
    suggestions: ['Try again later from your last cursor. Without a cursor, the same changes are listed again.'],
  })
}
