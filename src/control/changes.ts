/** A value of a table: times are ISO-8601, decimals their digits. */
export type TableValue = string | number | boolean | null

/** A row of a store's tables that is not as it was. */
export interface RowChange {
  readonly table: string
  /** Its primary key. */
  readonly key: readonly string[]
  readonly change: 'added' | 'changed' | 'removed'
  /** The columns that changed; all of them for a row that was added or removed. */
  readonly columns: readonly { readonly column: string; readonly before: TableValue; readonly after: TableValue }[]
}

/** The rows of a store that differ from its checkpoint. */
export interface StoreChanges {
  /** ISO-8601 on the emulator's clock; null where nothing was remembered. */
  readonly since: string | null
  readonly changes: readonly RowChange[]
  /** Tables with more changes than are listed. */
  readonly truncated: readonly string[]
}
