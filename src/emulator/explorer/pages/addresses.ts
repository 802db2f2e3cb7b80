import type { Row } from '../../../storage/columns.ts'
import type { TablePlace } from '../place.ts'
import { queryString, type RowQuery } from '../rows/row-query.ts'
import type { Table } from '../tables/table.ts'

/** Where the explorer lies on the portal's origin. */
export const EXPLORER = '/data'

/** All tables of a store. */
export function storeAddress(store: { readonly code: string }): string {
  return `${EXPLORER}/${encodeURIComponent(store.code)}`
}

/** The rows of a table that the query names; all without one. */
export function tableAddress(
  { store, name }: Pick<TablePlace, 'store' | 'name'>,
  query: Partial<RowQuery> = {},
): string {
  return `${storeAddress(store)}/${name}${queryString(query)}`
}

/** One row by its key. */
export function rowAddress({ store, name }: Pick<TablePlace, 'store' | 'name'>, key: readonly string[]): string {
  return `${storeAddress(store)}/${name}/row${keyQuery(key)}`
}

/** Where the form of an edit of a row goes. */
export function editAddress(at: Pick<TablePlace, 'store' | 'name'>, key: readonly string[], edit: string): string {
  return `${storeAddress(at.store)}/${at.name}/row/${edit}${keyQuery(key)}`
}

/** Where the form of a new row goes. */
export function newRowAddress(at: Pick<TablePlace, 'store' | 'name'>): string {
  return `${storeAddress(at.store)}/${at.name}/new`
}

/** The query that names a row. */
function keyQuery(key: readonly string[]): string {
  return `?${new URLSearchParams(key.map((value): [string, string] => ['key', value])).toString()}`
}

/** The key of a row, as addresses have it. */
export function keyOf({ key }: Pick<Table, 'key'>, row: Row): string[] {
  return key.map((column) => String(row[column]))
}
