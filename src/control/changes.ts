/** A table value. Times are ISO-8601, decimals are text. */
export type TableValue = string | number | boolean | null

/** A changed row of a store's tables. */
export interface RowChange {
  readonly table: string
  /** Primary key of the row. */
  readonly key: readonly string[]
  readonly change: 'added' | 'changed' | 'removed'
  /** Changed columns. All columns if the row was added or removed. */
  readonly columns: readonly { readonly column: string; readonly before: TableValue; readonly after: TableValue }[]
}

/** The rows of a store that differ from its checkpoint. */
export interface StoreChanges {
  /** Time of the checkpoint, ISO-8601 on the emulator's clock, or null if there is no checkpoint. */
  readonly since: string | null
  readonly changes: readonly RowChange[]
  /** Tables whose list of changes is truncated. */
  readonly truncated: readonly string[]
}
