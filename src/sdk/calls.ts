import type { AppError } from '../errors.ts'
import type { ExactNumber } from '../text/json.ts'

/** A 64-bit id: `number` as far as that keeps every digit, `ExactNumber` beyond. */
export type Long = number | ExactNumber

/** An amount or quantity, unrounded: `number` where that writes it as it came, else `ExactNumber` (`10.10`, or more than 15 digits). */
export type Decimal = number | ExactNumber

/** What every call takes besides its own. */
export interface At {
  /** The region that is meant: id, code, country or currency. Left out, that of `createClient`, or the only one there is. */
  readonly region?: string | number | undefined
}

/** A file to upload, whole. */
export interface UploadedFile {
  /** Its media type, `image/png`. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One request, one answer. Rejects with an `AppError`. */
export type Call<Input, Answer> = (input: Input & At) => Promise<Answer>

/** The same where nothing must be given. */
export type FreeCall<Input, Answer> = (input?: Input & At) => Promise<Answer>

/** Rows one by one; `limit` ends it early. */
export type Iterate<Input, Row> = (input?: Input & At & { readonly limit?: number | undefined }) => AsyncIterable<Row>

/**
 * What became of a row: `done`; `failed` by its own result; `rejected` with the whole request that held it; `unknown` when no usable answer came, so it may be
 * written; `not-sent` when the work stopped before its turn.
 */
export type RowState = 'done' | 'failed' | 'rejected' | 'unknown' | 'not-sent'

export interface RowOutcome<Result> {
  /** Of the row among those that were handed over, from 0. */
  readonly index: number
  readonly state: RowState
  /** The platform's own words on this row; null where it has none. */
  readonly result: Result | null
}

export interface RowsResult<Result> {
  readonly total: number
  /** How many are not `done`. */
  readonly failed: number
  readonly rows: readonly RowOutcome<Result>[]
  /** Why requests were refused or lost, one each. */
  readonly errors: readonly AppError[]
}

export interface RowsOptions extends At {
  /** Rows in one request; 100 when left out. */
  readonly chunkRows?: number | undefined
}

/**
 * Writes rows in requests of 100, and says of each row what became of it: a row that failed rejects nothing, so read `failed`. Rejects with an `AppError`
 * when the first request is refused for a reason that would meet every row (token, scope, payment, region, budget).
 */
export type RowsCall<Row, Result> = (rows: readonly Row[], input?: RowsOptions) => Promise<RowsResult<Result>>

/** The same where the path needs more. */
export type RowsCallAt<Row, Result, Input> = (
  rows: readonly Row[],
  input: Input & RowsOptions,
) => Promise<RowsResult<Result>>

/** One batch of changes. */
export interface DeltaBatch<Row> {
  readonly items: readonly Row[]
  /** What to go on with after this batch. */
  readonly cursor: string | null
  readonly hasMore: boolean
}

export interface StreamOptions extends At {
  /** Where an earlier stream stopped. Wins over `updatedAfter`. */
  readonly cursor?: string | null | undefined
  /** ISO-8601 UTC; for the first time, when there is no cursor yet. */
  readonly updatedAfter?: string | undefined
  /** Keeps the cursor of a batch, after its rows were handled: a program that is stopped in between gets them again and misses none. */
  readonly save?: ((cursor: string) => void | Promise<void>) | undefined
  readonly pageSize?: number | undefined
  /** Ask again after so many ms when a round is through, for ever; left out, the stream ends with the round. */
  readonly followMs?: number | undefined
}

/** One request for changes, or a stream of them. */
export interface DeltaCall<Query, Answer extends { readonly items: readonly unknown[] }> {
  (input: { readonly query: Query } & At): Promise<Answer>
  /** The changes since a point, batch by batch, the oldest first. */
  readonly stream: (options: StreamOptions) => AsyncIterable<DeltaBatch<Answer['items'][number]>>
}
