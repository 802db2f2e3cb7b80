/** What goes to the process that runs a query, as one JSON text on its stdin. */
export interface QueryRequest {
  /** Path of the journal. */
  readonly path: string
  readonly appKey: string
  readonly sql: string
  /** Rows at most. */
  readonly limit: number
  /** ms at most. */
  readonly timeoutMs: number
}

/** What comes back on its stdout. Numbers that JavaScript would round are written with all their digits. */
export type QueryReply =
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
      /** Whether there were more rows than `limit`. */
      readonly isCut: boolean
    }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'limit'; readonly what: 'time' | 'memory' | 'size' }

/** What is said of a second statement; SQLite has words of its own for most. */
export const ONE_STATEMENT = 'Only one statement is run.'
