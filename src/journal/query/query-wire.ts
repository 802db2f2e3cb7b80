/** The request to the process that runs a query, as one JSON text on its stdin. */
export interface QueryRequest {
  /** The path of the journal. */
  readonly path: string
  readonly appKey: string
  readonly sql: string
  /** The most rows that are returned. */
  readonly limit: number
  /** The most time that the query may take, in ms. */
  readonly timeoutMs: number
}

/** The reply on its stdout. Numbers that JavaScript would round are written with all their digits. */
export type QueryReply =
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
      /** Whether there were more rows than `limit`. */
      readonly isCut: boolean
    }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'limit'; readonly what: 'time' | 'memory' | 'size' }

/** The message for a second statement; SQLite has its own for most others. */
export const ONE_STATEMENT = 'Only one statement is allowed.'
