import type { AppError } from '../errors.ts'
import type { ExactNumber } from '../text/json.ts'

/** A 64-bit id: `number` if it holds every digit, otherwise `ExactNumber`. */
export type Long = number | ExactNumber

/**
 * An unrounded amount or quantity: `number` if that preserves its text, otherwise `ExactNumber`
 * (`10.10`, or more than 15 digits).
 */
export type Decimal = number | ExactNumber

/** Input of every call. */
export interface At {
  /** Region by id, code, country or currency. Default: the region of `createClient`, or the only region. */
  readonly region?: string | number | undefined
}

/** A complete file to upload. */
export interface UploadedFile {
  /** Media type, such as `image/png`. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One request with one response. Rejects with an `AppError`. */
export type Call<Input, Answer> = (input: Input & At) => Promise<Answer>

/** The same without required input. */
export type FreeCall<Input, Answer> = (input?: Input & At) => Promise<Answer>

/** Iterates over rows. `limit` is the maximum number of rows. */
export type Iterate<Input, Row> = (input?: Input & At & { readonly limit?: number | undefined }) => AsyncIterable<Row>

/**
 * Result of a row. `failed`: by its own result. `rejected`: with its whole request. `unknown`:
 * without a usable response, so it may have been written. `not-sent`: the work stopped before it.
 */
export type RowState = 'done' | 'failed' | 'rejected' | 'unknown' | 'not-sent'

export interface RowOutcome<Result> {
  /** Index of the input row, from 0. */
  readonly index: number
  readonly state: RowState
  /** The platform's result for this row, or null. */
  readonly result: Result | null
}

export interface RowsResult<Result> {
  readonly total: number
  /** Number of rows that are not `done`. */
  readonly failed: number
  readonly rows: readonly RowOutcome<Result>[]
  /** One error for each rejected or lost request. */
  readonly errors: readonly AppError[]
}

export interface RowsOptions extends At {
  /** Rows per request. Default: 100. */
  readonly chunkRows?: number | undefined
}

/**
 * Writes rows in requests of 100 and returns the result of each row. A failed row does not reject
 * the promise, so read `failed`. Rejects with an `AppError` if the first request fails for a reason
 * that affects every row (token, scope, payment, region, budget).
 */
export type RowsCall<Row, Result> = (rows: readonly Row[], input?: RowsOptions) => Promise<RowsResult<Result>>

/** The same with path parameters. */
export type RowsCallAt<Row, Result, Input> = (
  rows: readonly Row[],
  input: Input & RowsOptions,
) => Promise<RowsResult<Result>>

/** One batch of changes. */
export interface DeltaBatch<Row> {
  readonly items: readonly Row[]
  /** Cursor to continue after this batch. */
  readonly cursor: string | null
  readonly hasMore: boolean
}

export interface StreamOptions extends At {
  /** Last cursor of an earlier stream. Takes precedence over `updatedAfter`. */
  readonly cursor?: string | null | undefined
  /** Start time for a stream without a cursor, ISO-8601 UTC. */
  readonly updatedAfter?: string | undefined
  /**
   * Saves the cursor of a batch after its rows were handled. A program that stops before gets these
   * rows again and misses none.
   */
  readonly save?: ((cursor: string) => void | Promise<void>) | undefined
  readonly pageSize?: number | undefined
  /** Interval in ms for polling again after the last batch. Default: the stream ends after the last batch. */
  readonly followMs?: number | undefined
}

/** One request for changes, or a stream of them. */
export interface DeltaCall<Query, Answer extends { readonly items: readonly unknown[] }> {
  (input: { readonly query: Query } & At): Promise<Answer>
  /** Changes since a point, in batches, oldest first. */
  readonly stream: (options: StreamOptions) => AsyncIterable<DeltaBatch<Answer['items'][number]>>
}
