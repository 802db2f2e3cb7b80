import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import type { CheckedBody } from '../../../control/operation.ts'
import type { goods } from '../../../control/operations/goods.ts'
import type { StockLevel } from '../../../control/store-contract.ts'
import { AppError } from '../../../errors.ts'
import { textOrNull } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { defaultWarehouse, stockLocation, writeStock } from '../stock/stock.ts'
import { unknownRecord } from '../unknown-record.ts'
import { readStoreProduct, type ProductKey } from './store-product.ts'
import { touchProduct } from './touch-product.ts'

/**
 * Sets the counted stock of a product or variant in one warehouse, by default the store's default. Raises
 * `emulator.bad-request` for an unknown product, variant or warehouse, `emulator.conflict` for a warehouse that an app manages.
 */
export function setStock(
  context: EmulatorContext,
  of: ProductKey,
  input: CheckedBody<typeof goods.setStock>,
): StockLevel {
  const { quantity, warehouseId, variantId = null } = input
  const db = context.storeDb(of.storeId)
  return transaction(db, () => {
    const { id: productId } = readStoreProduct(context, of)
    if (variantId !== null) requireVariant(db, productId, variantId)
    const warehouse = storeWarehouse(db, warehouseId ?? defaultWarehouse(db))
    const location = stockLocation(db, { productId, variantId, warehouseId: warehouse })
    writeStock(db, location, new Big(quantity).times(location.pieces).toFixed())
    touchProduct(context, db, productId)
    return { productId, variantId, warehouseId: warehouse, quantity }
  })
}

function requireVariant(db: DatabaseSync, productId: number, variantId: number): void {
  const row = prepared(db, 'SELECT 1 FROM variants WHERE id = ? AND product_id = ?').get(variantId, productId)
  if (row === undefined) {
    throw new AppError('emulator.bad-request', `The product ${productId} has no variant ${variantId}.`, {
      suggestions: [`app call products get ${productId}`],
    })
  }
}

/** Returns a warehouse that the store manages, because only the app counts the stock of its own warehouse. */
function storeWarehouse(db: DatabaseSync, warehouseId: number | null): number {
  const row = prepared(db, 'SELECT owner_app_key FROM warehouses WHERE id = ?').get(warehouseId)
  if (row === undefined || warehouseId === null) {
    throw unknownRecord(`warehouse ${warehouseId ?? 'yet'}`, 'app call warehouses list')
  }
  const owner = textOrNull(row, 'owner_app_key')
  if (owner !== null) throw new AppError('emulator.conflict', `The warehouse ${warehouseId} is managed by ${owner}.`)
  return warehouseId
}
