import type { EndpointFacts, ResponseOf } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { CallInput, CallResult, Client } from '../client.ts'
import { chunksOf } from './chunks.ts'
import { matchResults } from './match-results.ts'

/** Rows in one request where each row has its own result: the documents name no most (N30), and few rows are lost with a lost answer. */
export const DEFAULT_CHUNK_ROWS = 100

/**
 * What became of a row:
 * - `done`: written, as its result or the whole answer says.
 * - `failed`: its own result says so.
 * - `rejected`: the platform refused the request that held it, and wrote none of its rows.
 * - `unknown`: its request was sent and no usable answer came, or the answer says nothing of this row; it may be written.
 * - `not-sent`: the work stopped before its turn.
 */
export type RowState = 'done' | 'failed' | 'rejected' | 'unknown' | 'not-sent'

export interface RowOutcome {
  /** Of the row among all rows, from 0. */
  readonly index: number
  readonly state: RowState
  /** The platform's own words on this row, where it has any. */
  readonly result: unknown
}

/** One request of a bulk write and what became of its rows. */
export interface ChunkOutcome<E extends EndpointFacts = EndpointFacts> {
  readonly outcomes: readonly RowOutcome[]
  /** As they were given, in the order of their outcomes. */
  readonly rows: readonly unknown[]
  /** The answer of a 2xx, else null. */
  readonly result: CallResult<ResponseOf<E>> | null
  /** Why there is none: `api.*`, `net.*`. */
  readonly error: AppError | null
}

export interface BulkWrite<E extends EndpointFacts> {
  readonly client: Pick<Client, 'call'>
  /** Its body is `{items: rows}`. */
  readonly endpoint: E
  /** As they are to be sent; numbers as `ExactNumber` keep every digit (`readBody`). */
  readonly rows: Iterable<unknown>
  readonly chunkRows?: number
  /** Why the rest is not to be sent, asked before each request. */
  readonly stop?: () => AppError | null
  /** Path parameters and region. */
  readonly input?: Omit<CallInput<E>, 'body'>
}

/**
 * Writes rows in requests of `chunkRows`, one after the other. A refusal that speaks of the rows (`isAboutRows`) ends only its own chunk; any other failure
 * would meet the next one too, so the rest is reported as `not-sent` and nothing further goes out. Never raises for what the platform or the network did:
 * each chunk has its `error`.
 */
export async function* writeBulk<E extends EndpointFacts>(
  write: BulkWrite<E>,
): AsyncGenerator<ChunkOutcome<E>, void, void> {
  const { rows, chunkRows = DEFAULT_CHUNK_ROWS, stop } = write
  let from = 0
  let stopped: AppError | null = null
  for (const chunk of chunksOf(rows, chunkRows)) {
    stopped ??= stop?.() ?? null
    if (stopped === null) {
      const outcome = await writeChunk(write, { chunk, from })
      yield outcome
      if (outcome.error !== null && !isAboutRows(outcome.error)) stopped = outcome.error
    } else {
      yield { outcomes: allOf(chunk, from, 'not-sent'), rows: chunk, result: null, error: stopped }
    }
    from += chunk.length
  }
}

interface Chunk {
  readonly chunk: readonly unknown[]
  readonly from: number
}

async function writeChunk<E extends EndpointFacts>(
  { client, endpoint, input = {} }: BulkWrite<E>,
  { chunk, from }: Chunk,
): Promise<ChunkOutcome<E>> {
  try {
    const body = JSON.stringify({ items: chunk })
    const result = await client.call(endpoint, { ...input, body })
    return { outcomes: outcomesOf(result, { chunk, from }), rows: chunk, result, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcomes: allOf(chunk, from, stateAfter(error)), rows: chunk, result: null, error }
  }
}

function outcomesOf({ body, failure }: CallResult, { chunk, from }: Chunk): readonly RowOutcome[] {
  const results = resultsOf(body)
  // All or nothing (A8): without results the answer speaks for every row.
  if (results === null) return allOf(chunk, from, failure === null ? 'done' : 'failed')
  return matchResults(chunk, results).map((result, at) => ({ index: from + at, state: stateOf(result), result }))
}

function resultsOf(body: unknown): readonly unknown[] | null {
  if (typeof body !== 'object' || body === null || !('results' in body)) return null
  return Array.isArray(body.results) ? (body.results as readonly unknown[]) : null
}

function stateOf(result: unknown): RowState {
  if (typeof result !== 'object' || result === null || !('success' in result)) return 'unknown'
  return result.success === true ? 'done' : 'failed'
}

function allOf(rows: readonly unknown[], from: number, state: RowState): RowOutcome[] {
  return rows.map((_, at) => ({ index: from + at, state, result: null }))
}

/** A 4xx wrote nothing. After 5xx or a broken connection nobody knows, unless not one byte left (`details.sent`). */
function stateAfter({ code, details }: AppError): RowState {
  if (details['sent'] === true) return 'unknown'
  if (code.startsWith('net.')) return details['sent'] === false ? 'not-sent' : 'unknown'
  if (code === 'cli.interrupted') return 'not-sent'
  if (code === 'api.error') return Number(details['status']) >= 500 ? 'unknown' : 'rejected'
  // A budget that is used up on this side sends nothing; every other refusal is the platform's.
  return code === 'api.rate-limited' && details['status'] === undefined ? 'not-sent' : 'rejected'
}

function isAboutRows({ code, details }: AppError): boolean {
  return code === 'api.error' && [400, 404, 409, 413, 422].includes(Number(details['status']))
}
