import { catalogueTables } from './catalogue.ts'
import { orderTables } from './orders.ts'
import { productTables } from './products.ts'
import { rateTables, stockTables } from './stock.ts'
import { appTables, storeTables } from './store.ts'
import type { Table } from './table.ts'

/** All that the explorer shows of a store, in the order in which it is listed. A test knows those that are left out, and why. */
export const tableGroups: Readonly<Record<string, Readonly<Record<string, Table>>>> = {
  Orders: orderTables,
  Products: productTables,
  Stock: stockTables,
  Catalogue: catalogueTables,
  'Tax and shipping': rateTables,
  Apps: appTables,
  Store: storeTables,
}

const all = new Map(Object.values(tableGroups).flatMap((tables) => Object.entries(tables)))

/** The table of this name; null for one that is not shown. */
export function findTable(name: string): Table | null {
  return all.get(name) ?? null
}

/** Every table that is shown, with its name. */
export const allTables: readonly (readonly [name: string, table: Table])[] = [...all]
