import { catalogueTables } from './catalogue.ts'
import { orderTables } from './orders.ts'
import { productTables } from './products.ts'
import { rateTables, stockTables } from './stock.ts'
import { appTables, storeTables } from './store.ts'
import type { Table } from './table.ts'

/** All tables that the explorer shows, in display order. A test lists the omitted tables with the reasons. */
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

/** Returns the table with this name, or null if it is not shown. */
export function findTable(name: string): Table | null {
  return all.get(name) ?? null
}

/** Every shown table with its name. */
export const allTables: readonly (readonly [name: string, table: Table])[] = [...all]
