import type { DatabaseSync } from 'node:sqlite'

import type { CheckedBody } from '../../../control/operation.ts'
import type { goods } from '../../../control/operations/goods.ts'
import type { StoreProduct } from '../../../control/store-contract.ts'
import { integer } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { insertRow, prepared, updateRows, upsertRow } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { getStore } from '../../platform/stores.ts'
import { chooseRegion } from '../choose-region.ts'
import { defaultWarehouse, moveStock } from '../stock/stock.ts'
import { unknownRecord } from '../unknown-record.ts'
import { requireCategory } from './require-category.ts'
import { formulaSku } from './sku-formula.ts'
import { readStoreProduct } from './store-product.ts'
import { nextUpdateAt } from './touch-product.ts'

type NewProduct = CheckedBody<typeof goods.createProduct>

/**
 * Creates a product of the store, without an app, which any app may adopt (RECON rules). Without a SKU, uses the store's
 * formula. Raises `emulator.bad-request` for an unknown region, category or attribute value, and then writes nothing.
 */
export function createProduct(context: EmulatorContext, storeId: number, product: NewProduct): StoreProduct {
  const db = context.storeDb(storeId)
  const prices = Object.entries(product.prices).map(([wanted, price]) => ({
    regionId: chooseRegion(context, storeId, wanted).id,
    price,
  }))
  const productId = transaction(db, () => {
    const id = insertProduct(context, storeId, product)
    for (const { regionId, price } of prices) {
      upsertRow(db, 'prices', { product_id: id, variant_id: 0, region_id: regionId }, { price })
    }
    addAttributes(db, id, product.attributes)
    const warehouseId = defaultWarehouse(db)
    if (warehouseId !== null) {
      moveStock(db, { productId: id, variantId: null, warehouseId, change: product.stock })
    }
    return id
  })
  return readStoreProduct(context, { storeId, productId })
}

function insertProduct(context: EmulatorContext, storeId: number, product: NewProduct): number {
  const db = context.storeDb(storeId)
  const { name, sku, gtin = null, mpn = null, status, categoryId = null, imageUrl = null } = product
  if (categoryId !== null) requireCategory(db, categoryId)
  const at = nextUpdateAt(context, db)
  const productId = insertRow(db, 'products', {
    name,
    sku: sku ?? null,
    gtin,
    mpn,
    status,
    category_id: categoryId,
    image_url: imageUrl,
    images: imageUrl === null ? null : JSON.stringify([imageUrl]),
    created_at: at,
    updated_at: at,
  })
  if (sku === undefined) {
    const formula = formulaSku(db, { productId, storeCode: getStore(context, storeId).code, name })
    updateRows(db, 'products', { id: productId }, { sku: formula })
  }
  return productId
}

function addAttributes(db: DatabaseSync, productId: number, attributes: Readonly<Record<string, string>>): void {
  for (const [key, valueKey] of Object.entries(attributes)) {
    const value = prepared(
      db,
      'SELECT v.id FROM attribute_values v JOIN attributes a ON a.id = v.attribute_id WHERE a.attr_key = ? AND v.value_key = ?',
    ).get(key, valueKey)
    if (value === undefined) {
      throw unknownRecord(`attribute value ${JSON.stringify(`${key}=${valueKey}`)}`, 'app call attributes list')
    }
    insertRow(db, 'product_attributes', { product_id: productId, value_id: integer(value, 'id') })
  }
}
