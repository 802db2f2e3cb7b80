import type { EndpointFacts, ResponseOf } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { CallInput, CallResult, Client } from '../client.ts'
import { chunksOf } from './chunks.ts'
import { matchResults } from './match-results.ts'

/** Rows per request if each row has its own result: the documentation gives no maximum (N30), and a lost response affects few rows. */
export const DEFAULT_CHUNK_ROWS = 100

/**
 * Outcome of a row:
 * - `done`: written, according to its result or the whole response.
 * - `failed`: its own result is a failure.
 * - `rejected`: the platform rejected its request and wrote none of the rows.
 * - `unknown`: its request was sent and no usable response arrived, or the response has no result for it; it may be written.
 * - `not-sent`: the write stopped before this row.
 */
export type RowState = 'done' | 'failed' | 'rejected' | 'unknown' | 'not-sent'

export interface RowOutcome {
  /** Index among all rows, from 0. */
  readonly index: number
  readonly state: RowState
  /** The platform's own result of this row, if any. */
  readonly result: unknown
}

/** One request of a bulk write and the outcomes of its rows. */
export interface ChunkOutcome<E extends EndpointFacts = EndpointFacts> {
  readonly outcomes: readonly RowOutcome[]
  /** As given, in the order of their outcomes. */
  readonly rows: readonly unknown[]
  /** Response of a 2xx, else null. */
  readonly result: CallResult<ResponseOf<E>> | null
  /** Why there is no response: `api.*`, `net.*`. */
  readonly error: AppError | null
}

export interface BulkWrite<E extends EndpointFacts> {
  readonly client: Pick<Client, 'call'>
  /** Its body is `{items: rows}`. */
  readonly endpoint: E
  /** Rows to send; numbers as `ExactNumber` keep every digit (`readBody`). */
  readonly rows: Iterable<unknown>
  readonly chunkRows?: number
  /** Returns why the rest must not be sent. Called before each request. */
  readonly stop?: () => AppError | null
  /** Path parameters and region. */
  readonly input?: Omit<CallInput<E>, 'body'>
}

/**
 * Writes rows in requests of `chunkRows`, one after the other. A rejection about the rows (`isAboutRows`) affects only
 * its own chunk. Any other failure would affect the next chunk too, so the rest is reported as `not-sent` and nothing
 * more is sent. Never raises for a failure of the platform or the network: each chunk has its `error`.
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
      yield { outcomes: repeatState(chunk, from, 'not-sent'), rows: chunk, result: null, error: stopped }
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
    return { outcomes: readOutcomes(result, { chunk, from }), rows: chunk, result, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcomes: repeatState(chunk, from, stateAfter(error)), rows: chunk, result: null, error }
  }
}

function readOutcomes({ body, failure }: CallResult, { chunk, from }: Chunk): readonly RowOutcome[] {
  const results = readResults(body)
  // All or nothing (A8): without results, the response applies to every row.
  if (results === null) return repeatState(chunk, from, failure === null ? 'done' : 'failed')
  return matchResults(chunk, results).map((result, at) => ({ index: from + at, state: readState(result), result }))
}

function readResults(body: unknown): readonly unknown[] | null {
  if (typeof body !== 'object' || body === null || !('results' in body)) return null
  return Array.isArray(body.results) ? (body.results as readonly unknown[]) : null
}

function readState(result: unknown): RowState {
  if (typeof result !== 'object' || result === null || !('success' in result)) return 'unknown'
  return result.success === true ? 'done' : 'failed'
}

function repeatState(rows: readonly unknown[], from: number, state: RowState): RowOutcome[] {
  return rows.map((_, at) => ({ index: from + at, state, result: null }))
}

/** A 4xx wrote nothing. After a 5xx or an interrupted connection the outcome is unknown, unless no byte left (`details.sent`). */
function stateAfter({ code, details }: AppError): RowState {
  if (details['sent'] === true) return 'unknown'
  if (code.startsWith('net.')) return details['sent'] === false ? 'not-sent' : 'unknown'
  if (code === 'cli.interrupted') return 'not-sent'
  if (code === 'api.error') return Number(details['status']) >= 500 ? 'unknown' : 'rejected'
  // An exhausted local budget sends nothing; every other rejection is the platform's.
  return code === 'api.rate-limited' && details['status'] === undefined ? 'not-sent' : 'rejected'
}

function isAboutRows({ code, details }: AppError): boolean {
  return code === 'api.error' && [400, 404, 409, 413, 422].includes(Number(details['status']))
}
