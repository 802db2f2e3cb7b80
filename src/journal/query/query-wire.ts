/** The request to the process that runs a query, as one JSON text on its stdin. */
export interface QueryRequest {
  /** Path of the journal. */
  readonly path: string
  readonly appKey: string
  readonly sql: string
  /** Maximum number of returned rows. */
  readonly limit: number
  /** Time limit of the query, in ms. */
  readonly timeoutMs: number
}

/** The reply on its stdout. Numbers that JavaScript would round are written with all their digits. */
export type QueryReply =
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
      /** Whether more than `limit` rows matched. */
      readonly isCut: boolean
    }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'limit'; readonly what: 'time' | 'memory' | 'size' }

/** Error message for a second statement; SQLite has its own for most others. */
export const ONE_STATEMENT = 'Only one statement is allowed.'
