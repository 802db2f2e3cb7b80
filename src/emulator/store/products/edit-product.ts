import type { DatabaseSync } from 'node:sqlite'

import type { CheckedBody } from '../../../control/operation.ts'
import type { goods } from '../../../control/operations/goods.ts'
import type { StoreProduct } from '../../../control/store-contract.ts'
import { AppError } from '../../../errors.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared, updateRows, upsertRow } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { chooseRegion } from '../choose-region.ts'
import { requireCategory } from './require-category.ts'
import { readStoreProduct, type ProductKey } from './store-product.ts'
import { touchProduct } from './touch-product.ts'

type Edit = CheckedBody<typeof goods.editProduct>

/**
 * Edits name, description, category and prices of any product. A price adds it to a region that did
 * not sell it. Absent fields stay. No topic reports it, but the delta does (DELTA-010). Raises
 * `emulator.bad-request` for an unknown product, category or region, `emulator.conflict` for a
 * deleted product.
 */
export function editProduct(context: EmulatorContext, place: ProductKey, edit: Edit): StoreProduct {
  const db = context.storeDb(place.storeId)
  const prices = Object.entries(edit.prices ?? {}).map(([wanted, price]) => ({
    regionId: chooseRegion(context, place.storeId, wanted).id,
    price,
  }))
  transaction(db, () => {
    const { id, status } = readStoreProduct(context, place)
    if (status === 'D') throw new AppError('emulator.conflict', `The product ${id} was deleted.`)
    if (edit.categoryId != null) requireCategory(db, edit.categoryId)
    writeColumns(db, id, edit)
    for (const { regionId, price } of prices)
      upsertRow(db, 'prices', { product_id: id, variant_id: 0, region_id: regionId }, { price })
    touchProduct(context, db, id)
  })
  return readStoreProduct(context, place)
}

function writeColumns(db: DatabaseSync, id: number, { name, description, categoryId }: Edit): void {
  if (name !== undefined) updateRows(db, 'products', { id }, { name })
  if (description !== undefined)
    prepared(db, "UPDATE products SET description = nullif(?, '') WHERE id = ?").run(description, id)
  if (categoryId !== undefined) updateRows(db, 'products', { id }, { category_id: categoryId })
}
