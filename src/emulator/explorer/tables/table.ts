/** What a column holds, which says how it is shown, compared and sorted. */
export type ColumnKind = 'int' | 'text' | 'decimal' | 'time' | 'bool' | 'json' | 'bytes'

export interface Column {
  readonly kind: ColumnKind
  /** The table that the value is a key of. */
  readonly to?: string
  /** SQL that reads it, from the column's name; for a column whose stored value is not text. */
  readonly sql?: (column: string) => string
}

export type Columns = Readonly<Record<string, Column>>

/** One table of the databases as the explorer shows it: only its listed columns are ever shown. */
export interface Table {
  /** What a row is, in one sentence. */
  readonly about: string
  /** In the store's own database, or in the registry, which holds the rows of all stores. */
  readonly home: 'store' | 'registry'
  /** The columns of its primary key. */
  readonly key: readonly string[]
  readonly columns: Columns
  /** The column by which people name a row. */
  readonly label: string | null
  /** SQL of the store that a row of the registry belongs to; `row` is the prefix of its column names. */
  readonly storeOf: StoreOf | null
}

type StoreOf = (row: string) => string

interface TableFacts<C extends Columns> {
  readonly about: string
  readonly key: readonly (keyof C & string)[]
  readonly columns: C
  readonly label?: keyof C & string
}

/** A table of the store's own database. */
export function storeTable<const C extends Columns>({ label, ...facts }: TableFacts<C>): Table {
  return { ...facts, home: 'store', label: label ?? null, storeOf: null }
}

/** A table of the registry, of which a store has its own rows. */
export function registryTable<const C extends Columns>({
  label,
  storeOf = (row) => `${row}store_id`,
  ...facts
}: TableFacts<C> & { readonly storeOf?: StoreOf }): Table {
  return { ...facts, home: 'registry', label: label ?? null, storeOf }
}

export const int: Column = { kind: 'int' }
export const text: Column = { kind: 'text' }
/** Money, stock, measures: decimal text. */
export const decimal: Column = { kind: 'decimal' }
/** Unix ms. */
export const time: Column = { kind: 'time' }
export const bool: Column = { kind: 'bool' }
export const json: Column = { kind: 'json' }
/** Shown by its length. */
export const bytes: Column = { kind: 'bytes' }

/** The id of a row of this table. */
export function to(table: string): Column {
  return { kind: 'int', to: table }
}
