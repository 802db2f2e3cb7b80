import type { EndpointFacts } from '../catalog/endpoint.ts'
import { DEFAULT_CHUNK_ROWS, writeBulk, type ChunkOutcome } from '../client/rows/bulk.ts'
import { MAX_CHUNK_ROWS } from '../client/rows/chunks.ts'
import { AppError } from '../errors.ts'
import type { RowsOptions, RowsResult } from './calls.ts'
import { coreInput, type LooseInput, type OpenCore } from './plain-call.ts'

/** Writes rows in requests of at most `chunkRows`, one after the other, and returns the outcome of each row. */
export async function writeRows(
  open: OpenCore,
  endpoint: EndpointFacts,
  { rows, input = {} }: { readonly rows: readonly unknown[]; readonly input?: LooseInput & RowsOptions },
): Promise<RowsResult<unknown>> {
  if (!Array.isArray(rows)) throw notRows(endpoint, rows)
  const { chunkRows = DEFAULT_CHUNK_ROWS } = input
  if (!Number.isInteger(chunkRows) || chunkRows < 1 || chunkRows > MAX_CHUNK_ROWS) {
    throw new AppError('usage.invalid', `chunkRows is ${chunkRows}. It must be from 1 to ${MAX_CHUNK_ROWS}.`)
  }
  const chunks: ChunkOutcome[] = []
  for await (const chunk of writeBulk({
    client: await open(input.region),
    endpoint,
    rows,
    chunkRows,
    input: coreInput(input),
  })) {
    // Nothing was written and nothing more would be, so the caller receives it like any other error.
    if (chunks.length === 0 && chunk.error !== null && !speaksOfRows(chunk)) throw chunk.error
    chunks.push(chunk)
  }
  const outcomes = chunks.flatMap((chunk) => chunk.outcomes)
  return {
    total: rows.length,
    failed: outcomes.filter(({ state }) => state !== 'done').length,
    rows: outcomes,
    errors: [...new Set(chunks.flatMap(({ error }) => (error === null ? [] : [error])))],
  }
}

/** A request that was rejected because of its rows, or whose outcome is unknown, must be reported row by row. */
function speaksOfRows({ error, outcomes }: ChunkOutcome): boolean {
  return error?.code === 'api.error' || outcomes.some(({ state }) => state === 'unknown')
}

/** In plain JavaScript it may be any value, most often the body `{items: […]}`. */
function notRows({ id }: EndpointFacts, body: unknown): AppError {
  const suggestions =
    typeof body === 'object' && body !== null && 'items' in body
      ? ['Pass only the array, without `{items: …}` around it.']
      : ['Convert it to an array, for example with Array.from(rows).']
  return new AppError('usage.invalid', `${id} expects an array of rows as its first argument. Nothing was sent.`, {
    suggestions,
  })
}
