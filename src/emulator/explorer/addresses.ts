import type { Row } from '../../storage/columns.ts'
import { queryString, type RowQuery } from '../tables/rows/row-query.ts'
import type { StoreTable } from '../tables/store-table.ts'
import type { Table } from '../tables/table.ts'

/** Path of the explorer on the portal's origin. */
export const EXPLORER = '/data'

/** Returns the path of a store's tables. */
export function storeAddress(store: { readonly code: string }): string {
  return `${EXPLORER}/${encodeURIComponent(store.code)}`
}

/** Returns the path of a table with the rows that match the query, or all rows without one. */
export function tableAddress(
  { store, name }: Pick<StoreTable, 'store' | 'name'>,
  query: Partial<RowQuery> = {},
): string {
  return `${storeAddress(store)}/${name}${queryString(query)}`
}

/** Returns the path of one row by its key. */
export function rowAddress({ store, name }: Pick<StoreTable, 'store' | 'name'>, key: readonly string[]): string {
  return `${storeAddress(store)}/${name}/row${keyQuery(key)}`
}

/** Returns the path to which a row's edit form is sent. */
export function editAddress(at: Pick<StoreTable, 'store' | 'name'>, key: readonly string[], edit: string): string {
  return `${storeAddress(at.store)}/${at.name}/row/${edit}${keyQuery(key)}`
}

/** Returns the path to which the form of a new row is sent. */
export function newRowAddress(at: Pick<StoreTable, 'store' | 'name'>): string {
  return `${storeAddress(at.store)}/${at.name}/new`
}

/** Builds the query that identifies a row. */
function keyQuery(key: readonly string[]): string {
  return `?${new URLSearchParams(key.map((value): [string, string] => ['key', value])).toString()}`
}

/** Returns the key of a row in the form that paths use. */
export function keyOf({ key }: Pick<Table, 'key'>, row: Row): string[] {
  return key.map((column) => String(row[column]))
}
