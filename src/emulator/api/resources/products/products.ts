import type { products } from '../../../../catalog/resources/products.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { HandlersFor } from '../../handler.ts'
import { idOf } from '../../id.ts'
import { writeProducts } from './bulk.ts'
import { productDelta } from './delta.ts'
import { readProducts } from './list.ts'
import { missingProduct } from './missing-product.ts'
import { productOf, shownColumns, shownRegion } from './row.ts'
import { updateProduct, writeProduct } from './write.ts'

/** B24: a product is in a region if it has a price there. Only the delta includes deleted products. */
const from = `products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?1 WHERE p.status <> 'D'`

export const productsHandlers = {
  list: (call) => {
    const { db, query } = call
    const { page, pageSize, search, status = null, categoryId } = query
    const region = shownRegion(call)
    const filter = {
      regionId: region?.id ?? null,
      status,
      categoryId: categoryId === undefined ? null : (idOf(categoryId) ?? -1),
      search: search ?? null,
    }
    const { rows, totalCount } = readProducts(db, filter, { page, pageSize })
    return {
      success: true,
      items: rows.map((row) => productOf(region, row)),
      totalCount,
      page,
      pageSize,
    }
  },

  get: (call) => {
    const region = shownRegion(call)
    const id = idOf(call.params.id)
    const row = prepared(call.db, `SELECT ${shownColumns} FROM ${from} AND p.id = ?2`).get(region?.id ?? null, id)
    return row === undefined ? missingProduct(call.db, id) : { success: true, ...productOf(region, row) }
  },

  create: writeProduct,
  update: updateProduct,
  bulk: writeProducts,
  delta: productDelta,
} satisfies HandlersFor<typeof products>
