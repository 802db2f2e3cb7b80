/** Content type of a column, which decides how it is shown, compared and sorted. */
export type ColumnKind = 'int' | 'text' | 'decimal' | 'time' | 'bool' | 'json' | 'bytes'

export interface Column {
  readonly kind: ColumnKind
  /** Table that the value is a key of. */
  readonly to?: string
  /** Builds the SQL that reads the column, if its stored value is not text. */
  readonly sql?: (column: string) => string
}

export type Columns = Readonly<Record<string, Column>>

/** One database table as the explorer shows it. Only its listed columns are ever shown. */
export interface Table {
  /** Description of a row in one sentence. */
  readonly about: string
  /** The store's own database, or the registry, which contains rows of all stores. */
  readonly home: 'store' | 'registry'
  /** Columns of its primary key. */
  readonly key: readonly string[]
  readonly columns: Columns
  /** Column with a readable name of the row. */
  readonly label: string | null
  /** SQL of the store that a registry row belongs to. `row` is the prefix of its column names. */
  readonly storeOf: StoreOf | null
}

type StoreOf = (row: string) => string

interface TableFacts<C extends Columns> {
  readonly about: string
  readonly key: readonly (keyof C & string)[]
  readonly columns: C
  readonly label?: keyof C & string
}

/** Creates a table of the store's own database. */
export function storeTable<const C extends Columns>({ label, ...facts }: TableFacts<C>): Table {
  return { ...facts, home: 'store', label: label ?? null, storeOf: null }
}

/** Creates a registry table, in which each store has its own rows. */
export function registryTable<const C extends Columns>({
  label,
  storeOf = (row) => `${row}store_id`,
  ...facts
}: TableFacts<C> & { readonly storeOf?: StoreOf }): Table {
  return { ...facts, home: 'registry', label: label ?? null, storeOf }
}

export const int: Column = { kind: 'int' }
export const text: Column = { kind: 'text' }
/** Money, stock and measures as decimal text. */
export const decimal: Column = { kind: 'decimal' }
/** Unix ms. */
export const time: Column = { kind: 'time' }
export const bool: Column = { kind: 'bool' }
export const json: Column = { kind: 'json' }
/** Shown by its length. */
export const bytes: Column = { kind: 'bytes' }

/** Creates a column with the id of a row of this table. */
export function to(table: string): Column {
  return { kind: 'int', to: table }
}
