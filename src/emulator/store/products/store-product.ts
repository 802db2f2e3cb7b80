import type { DatabaseSync } from 'node:sqlite'

import type { StoreProduct } from '../../../control/store-contract.ts'
import { integer, integerOrNull, iso, text, textOrNull } from '../../../storage/columns.ts'
import { prepared, rowById } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { getStore } from '../../platform/stores.ts'
import { unknownRecord } from '../unknown-record.ts'

export interface ProductKey {
  readonly storeId: number
  readonly productId: number
}

/** Reads any product of the store, even a deleted one, with its price in each region. Raises `emulator.bad-request` if the product is missing. */
export function readStoreProduct(context: EmulatorContext, { storeId, productId }: ProductKey): StoreProduct {
  const db = context.storeDb(storeId)
  const row = rowById(db, 'products', productId)
  if (row === undefined) throw unknownRecord(`product ${productId}`, 'app call products list')
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    sku: textOrNull(row, 'sku'),
    status: text(row, 'status'),
    productType: text(row, 'product_type'),
    gtin: textOrNull(row, 'gtin'),
    mpn: textOrNull(row, 'mpn'),
    categoryId: integerOrNull(row, 'category_id'),
    ownerAppKey: textOrNull(row, 'owner_app_key'),
    prices: pricesOf(context, db, { storeId, productId }),
    updatedAt: iso(row, 'updated_at'),
  }
}

function pricesOf(
  context: EmulatorContext,
  db: DatabaseSync,
  { storeId, productId }: ProductKey,
): StoreProduct['prices'] {
  const { regions } = getStore(context, storeId)
  const rows = prepared(
    db,
    'SELECT region_id, price FROM prices WHERE product_id = ? AND variant_id = 0 ORDER BY region_id',
  ).all(productId)
  return rows.flatMap((row) => {
    const region = regions.find(({ id }) => id === row['region_id'])
    return region === undefined
      ? []
      : [{ region: region.code, price: text(row, 'price'), currency: region.currencyCode }]
  })
}
