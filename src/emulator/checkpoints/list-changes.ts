import type { RowChange, StoreChanges, TableValue } from '../../control/changes.ts'
import type { Store } from '../../control/contract.ts'
import { text, textOrNull, type Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { allTables } from '../tables/all.ts'
import { findRow } from '../tables/rows/find-rows.ts'
import { databaseOf, type StoreTable } from '../tables/store-table.ts'
import type { Column } from '../tables/table.ts'
import { checkpointAt } from './checkpoint.ts'

/** Maximum number of compared rows of one table. */
const MOST_ROWS = 500

/** Lists the rows that differ from the store's checkpoint. Only reads rows that were written since. */
export function listChanges(context: EmulatorContext, store: Store): StoreChanges {
  const since = checkpointAt(context, store.id)
  if (since === null) return { since, changes: [], truncated: [] }
  const found = allTables.map(([name, table]) => ({ name, ...tableChanges({ context, store, name, table }) }))
  return {
    since,
    changes: found.flatMap(({ changes }) => changes),
    truncated: found.filter(({ isMore }) => isMore).map(({ name }) => name),
  }
}

function tableChanges(place: StoreTable): { readonly changes: RowChange[]; readonly isMore: boolean } {
  const touched = prepared(
    databaseOf(place),
    `SELECT row_key, before FROM checkpoint_rows WHERE store_id = ? AND table_name = ? ORDER BY length(row_key), row_key LIMIT ${MOST_ROWS + 1}`,
  ).all(place.store.id, place.name)
  return {
    changes: touched.slice(0, MOST_ROWS).flatMap((row) => rowChange(place, row) ?? []),
    isMore: touched.length > MOST_ROWS,
  }
}

/** Returns null for an unchanged row. */
function rowChange(place: StoreTable, touched: Row): RowChange | null {
  // The triggers wrote both as JSON.
  const key = (JSON.parse(text(touched, 'row_key')) as unknown[]).map(String)
  const before = JSON.parse(textOrNull(touched, 'before') ?? 'null') as Row | null
  const after = findRow(place, key)
  if (before === null && after === null) return null
  const columns = Object.entries(place.table.columns)
    .map(([column, facts]) => ({
      column,
      before: valueOf(facts, before?.[column]),
      after: valueOf(facts, after?.[column]),
    }))
    .filter((one) => before === null || after === null || one.before !== one.after)
  if (columns.length === 0) return null
  return { table: place.name, key, change: before === null ? 'added' : after === null ? 'removed' : 'changed', columns }
}

function valueOf({ kind }: Column, value: Row[string] | undefined): TableValue {
  if (value === null || value === undefined) return null
  if (kind === 'time') return new Date(Number(value)).toISOString()
  if (kind === 'bool') return value === 1
  return typeof value === 'number' ? value : String(value)
}
