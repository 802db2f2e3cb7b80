import type { DatabaseSync } from 'node:sqlite'

import type { CheckedBody } from '../../../control/operation.ts'
import type { goods } from '../../../control/operations/goods.ts'
import type { SharedStock } from '../../../control/store-contract.ts'
import { AppError } from '../../../errors.ts'
import { integer, textOrNull } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared, updateRows } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { readStock, stockOfProduct, sumOfStock, writeStock } from '../stock/stock.ts'
import { readStoreProduct, type ProductKey } from './store-product.ts'
import { touchProduct } from './touch-product.ts'

/**
 * Combines the stock of all variants into one: the stock is converted to pieces and added up, and each variant
 * becomes a package of several pieces (INV-012, INV-013). A repeated call changes only the package sizes. Raises
 * `emulator.conflict` for a product without variants, `emulator.bad-request` for an unknown product or variant.
 */
export function shareStock(
  context: EmulatorContext,
  of: ProductKey,
  { pieces }: CheckedBody<typeof goods.shareStock>,
): SharedStock {
  const db = context.storeDb(of.storeId)
  return transaction(db, () => {
    const { id: productId } = readStoreProduct(context, of)
    const variants = variantsOf(db, productId)
    requireKnown(productId, { variants, given: Object.keys(pieces) })
    const packages = variants.map((variantId) => ({ variantId, pieces: Number(pieces[String(variantId)] ?? 1) }))
    for (const one of packages) {
      updateRows(db, 'variants', { id: one.variantId }, { content_quantity: one.pieces })
      gather(db, { productId, ...one })
    }
    updateRows(db, 'products', { id: productId }, { stock_pool: 1 })
    touchProduct(context, db, productId)
    const row = prepared(db, `SELECT ${stockOfProduct} AS stock FROM products p WHERE id = ?`).get(productId)
    return { productId, quantity: sumOfStock(row === undefined ? null : textOrNull(row, 'stock')), packages }
  })
}

function variantsOf(db: DatabaseSync, productId: number): readonly number[] {
  const rows = prepared(db, 'SELECT id FROM variants WHERE product_id = ? ORDER BY id').all(productId)
  return rows.map((row) => integer(row, 'id'))
}

interface Named {
  readonly variants: readonly number[]
  readonly given: readonly string[]
}

function requireKnown(productId: number, { variants, given }: Named): void {
  const suggestions = [`app call products get ${productId}`]
  if (variants.length === 0) {
    throw new AppError('emulator.conflict', `The product ${productId} has no variants that can share stock.`, {
      suggestions,
    })
  }
  const unknown = given.find((id) => !variants.includes(Number(id)))
  if (unknown === undefined) return
  throw new AppError('emulator.bad-request', `The product ${productId} has no variant ${unknown}.`, { suggestions })
}

/** Converts a variant's stock in packages to pieces of the product. */
function gather(
  db: DatabaseSync,
  of: { readonly productId: number; readonly variantId: number; readonly pieces: number },
) {
  const { productId, variantId, pieces } = of
  const rows = prepared(db, 'SELECT warehouse_id FROM stock WHERE product_id = ? AND variant_id = ?').all(
    productId,
    variantId,
  )
  for (const row of rows) {
    const warehouseId = integer(row, 'warehouse_id')
    const packed = readStock(db, { productId, variantId, warehouseId, pieces: 1 })
    const shared = { productId, variantId: 0, warehouseId, pieces: 1 }
    writeStock(db, shared, readStock(db, shared).plus(packed.times(pieces)).toFixed())
  }
  prepared(db, 'DELETE FROM stock WHERE product_id = ? AND variant_id = ?').run(productId, variantId)
}
