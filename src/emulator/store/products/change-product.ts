import type { ProductOperation, StoreProduct } from '../../../control/store-contract.ts'
import { AppError } from '../../../errors.ts'
import { transaction } from '../../../storage/database.ts'
import { updateRows } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { readStoreProduct, type ProductKey } from './store-product.ts'
import { touchProduct } from './touch-product.ts'

/** Status after each operation (document 2, product status values). */
const statuses: Readonly<Record<ProductOperation, string>> = { publish: 'A', unpublish: 'P', delete: 'D' }

/**
 * Publishes, hides or deletes any product, the store's or an app's. The row of a deleted product stays for the delta, which reports it without
 * the product (DELTA-020). It cannot be restored. Raises `emulator.bad-request` for an unknown product, `emulator.conflict` for a deleted one.
 */
export function changeProduct(context: EmulatorContext, place: ProductKey, operation: ProductOperation): StoreProduct {
  const db = context.storeDb(place.storeId)
  transaction(db, () => {
    const { id, status } = readStoreProduct(context, place)
    if (status === 'D') throw new AppError('emulator.conflict', `The product ${id} was deleted.`)
    if (status === statuses[operation]) return
    updateRows(db, 'products', { id }, { status: statuses[operation] })
    touchProduct(context, db, id)
  })
  return readStoreProduct(context, place)
}
