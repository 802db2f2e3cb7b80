import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import type { Store } from '../../control/contract.ts'
import type { World } from '../world.ts'
import { findTable } from './tables/all.ts'
import type { Table } from './tables/table.ts'

/** One table of one store. */
export interface TablePlace {
  readonly world: World
  readonly store: Store
  readonly name: string
  readonly table: Table
}

/** Null for a table that is not shown. */
export function tablePlace(at: Pick<TablePlace, 'world' | 'store'>, name: string): TablePlace | null {
  const table = findTable(name)
  return table === null ? null : { ...at, name, table }
}

/** The database that has its rows. */
export function databaseOf({ world, store, table }: Omit<TablePlace, 'name'>): DatabaseSync {
  return table.home === 'store' ? world.storeDb(store.id) : world.registry
}

/** A condition of a query with the values of its placeholders, in their order. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** Which rows of the table are those of the store. */
export function ownRows({ table, store }: Pick<TablePlace, 'table' | 'store'>): readonly Condition[] {
  return table.storeOf === null ? [] : [{ sql: `${table.storeOf('')} = ?`, values: [store.id] }]
}
