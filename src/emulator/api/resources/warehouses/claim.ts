import type { DatabaseSync } from 'node:sqlite'

import type { warehouses } from '../../../../catalog/resources/warehouses.ts'
import { flag, integer, text } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared, updateRows } from '../../../../storage/statements.ts'
import type { Call } from '../../handler.ts'
import { idOf } from '../../id.ts'
import { conflict, notFound } from '../../rejection.ts'
import { visibleWarehouse } from './rows.ts'

/** Binds an empty warehouse of the store to the app (WH-033). The app's own warehouse stays bound (WH-034). */
export function claimWarehouse(call: Call<typeof warehouses.claim>) {
  const { db, caller, params } = call
  return transaction(db, () => {
    const row = visibleWarehouse(call, idOf(params.id))
    if (row === null) return notFound('warehouse-not-found')
    const id = integer(row, 'id')
    const owner = row['owner_app_key']
    if (owner === caller.appKey) {
      return { success: true, id, alreadyMine: true, message: 'The warehouse is already yours.' }
    }
    // WH-038: the response does not reveal the manager.
    if (owner !== null) return conflict('warehouse-managed', 'The warehouse is managed by another app.')
    if (flag(row, 'is_default')) return conflict('warehouse-default', "The warehouse is the store's default.")
    if (holdsStock(db, id)) return conflict('warehouse-stocked', "The warehouse holds the store's own stock.")
    updateRows(db, 'warehouses', { id }, { owner_app_key: caller.appKey })
    return { success: true, id, name: text(row, 'name'), message: 'The warehouse is yours.' }
  })
}

/** Returns whether the warehouse has pieces in stock or oversold pieces. */
function holdsStock(db: DatabaseSync, warehouseId: number): boolean {
  const row = prepared(db, 'SELECT 1 FROM stock WHERE warehouse_id = ? AND CAST(quantity AS REAL) <> 0').get(
    warehouseId,
  )
  return row !== undefined
}
