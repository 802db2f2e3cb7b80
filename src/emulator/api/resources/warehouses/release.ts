import { messages } from '../../../../catalog/errors.ts'
import type { warehouses } from '../../../../catalog/resources/warehouses.ts'
import { integer } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { updateRows } from '../../../../storage/statements.ts'
import type { Call } from '../../handler.ts'
import { idOf } from '../../id.ts'
import { notFound } from '../../rejection.ts'
import { visibleWarehouse } from './rows.ts'

/** WH-043: returns the warehouse with its stock to the store. Any warehouse that is not the app's gets the same 404 (WH-044, B35). */
export function releaseWarehouse(call: Call<typeof warehouses.release>) {
  const { db, caller, params } = call
  return transaction(db, () => {
    const row = visibleWarehouse(call, idOf(params.id))
    if (row?.['owner_app_key'] !== caller.appKey) return notFound('warehouse-not-bound', messages.warehouseNotBound)
    const id = integer(row, 'id')
    updateRows(db, 'warehouses', { id }, { owner_app_key: null })
    return { success: true, id, message: 'The warehouse is managed by the store again.' }
  })
}
