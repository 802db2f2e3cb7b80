import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import type { Store } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import { findTable } from './all.ts'
import type { Table } from './table.ts'

/** One table of one store. */
export interface StoreTable {
  readonly context: EmulatorContext
  readonly store: Store
  readonly name: string
  readonly table: Table
}

/** Returns null for a table that is not shown. */
export function tablePlace(at: Pick<StoreTable, 'context' | 'store'>, name: string): StoreTable | null {
  const table = findTable(name)
  return table === null ? null : { ...at, name, table }
}

/** Returns the database that stores the table's rows. */
export function databaseOf({ context, store, table }: Omit<StoreTable, 'name'>): DatabaseSync {
  return table.home === 'store' ? context.storeDb(store.id) : context.registry
}

/** A query condition with the values of its placeholders in order. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** Returns the conditions that select the store's rows of the table. */
export function ownRows({ table, store }: Pick<StoreTable, 'table' | 'store'>): readonly Condition[] {
  return table.storeOf === null ? [] : [{ sql: `${table.storeOf('')} = ?`, values: [store.id] }]
}
