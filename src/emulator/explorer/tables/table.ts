/** What a column holds, which says how it is shown, compared and sorted. */
export type ColumnKind = 'int' | 'text' | 'decimal' | 'time' | 'bool' | 'json' | 'bytes'

export interface Column {
  readonly kind: ColumnKind
  /** The table whose key its value is. */
  readonly to?: string
  /** SQL that reads it, where the column as it stands is no text. */
  readonly sql?: string
}

export type Columns = Readonly<Record<string, Column>>

/** One table of the databases as the explorer shows it: what is not among its columns is shown nowhere. */
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
  /** Which rows of the registry are those of a store; its id is the one value. */
  readonly belongs: string | null
}

interface TableFacts<C extends Columns> {
  readonly about: string
  readonly key: readonly (keyof C & string)[]
  readonly columns: C
  readonly label?: keyof C & string
}

/** A table of the store's own database. */
export function storeTable<const C extends Columns>({ label, ...facts }: TableFacts<C>): Table {
  return { ...facts, home: 'store', label: label ?? null, belongs: null }
}

/** A table of the registry, of which a store has the rows for which `belongs` holds. */
export function registryTable<const C extends Columns>({
  label,
  belongs = 'store_id = ?',
  ...facts
}: TableFacts<C> & { readonly belongs?: string }): Table {
  return { ...facts, home: 'registry', label: label ?? null, belongs }
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
