import type { EndpointFacts, ResponseOf } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { CallInput, CallResult, Client } from '../client.ts'

/** An endpoint whose changes come in batches, each with the cursor of the next: `{items, nextCursor, hasMore}`. */
export type DeltaEndpoint = EndpointFacts & { readonly paging: 'cursor' }

/** Where to go on: after a batch that was read before, or at an instant. A cursor is the platform's and never built here (DELTA-012, DELTA-018). */
export type DeltaStart = { readonly cursor: string } | { readonly updatedAfter: string }

export interface DeltaBatch<E extends EndpointFacts> {
  readonly result: CallResult<ResponseOf<E>>
  readonly items: readonly DeltaRowOf<E>[]
  /** What to go on with after this batch; null as long as the platform has named none. */
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
   * Keeps the cursor of a batch. Called when the next batch is asked for, so after the rows were handed over: a run that is killed in between gets them again
   * and misses none.
   */
  readonly save?: (cursor: string) => void | Promise<void>
  /** Ask again after each round, for ever; left out, the stream ends with the round (`hasMore: false`). */
  readonly follow?: Follow
}

export interface Follow {
  readonly pauseMs: number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
  /** Called for a failure that may pass (no connection, 5xx, budget); the same request is made again after the pause. */
  readonly onTrouble?: (error: AppError) => void
}

/**
 * The changes since a point, batch by batch, oldest first. `hasMore` goes on in the same round (DELTA-019); a deleted row is `{status: 'D', product: null}`
 * and a row like any other. Raises `api.error` when the platform says that there is more and names no new cursor, and whatever the client raises.
 */
export async function* streamDelta<E extends DeltaEndpoint>(
  stream: DeltaStream<E>,
): AsyncGenerator<DeltaBatch<E>, void, void> {
  const { client, endpoint, input = {}, save, follow } = stream
  let from: DeltaStart = stream.start
  for (;;) {
    // The cursor's fields are in the query of every endpoint of this paging; the compiler cannot see that through the type parameter.
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

/** What the caller asks for besides the place, which is this stream's to name. */
function plainQuery<E extends EndpointFacts>({ query = {} }: CallInput<E>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'updatedAfter'))
}

/** Without `follow` a failure ends the stream; with it one that may pass is reported and waited out. */
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

/** That a batch has rows was seen by the client (answer-shape.ts). */
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
