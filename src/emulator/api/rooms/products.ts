import type { products } from '../../../catalog/products.ts'
import { prepared } from '../../../storage/statements.ts'
import type { HandlersFor } from '../handler.ts'
import { idOf } from '../id.ts'
import { offsetOf } from '../page.ts'
import { notFound } from '../refusal.ts'
import { productOf, shownRegion } from './product-row.ts'

/** B24: a product is in a region when it has a price there. Deleted ones are seen in the delta alone. */
const from = `products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?1 WHERE p.status <> 'D'`

/** Not LIKE, which takes no pattern of more than 50,000 bytes and gives `%` and `_` a meaning. */
const filters = `(?2 IS NULL OR p.status = ?2) AND (?3 IS NULL OR p.category_id = ?3)
  AND (?4 IS NULL OR instr(lower(p.name), lower(?4)) > 0 OR instr(lower(p.sku), lower(?4)) > 0)`

export const productsHandlers = {
  list: (call) => {
    const { db, query } = call
    const { page, pageSize, search, status = null, categoryId } = query
    const region = shownRegion(call)
    const values = [
      region?.id ?? null,
      status,
      categoryId === undefined ? null : (idOf(categoryId) ?? -1),
      search ?? null,
    ]
    const count = prepared(db, `SELECT count(*) AS n FROM ${from} AND ${filters}`).get(...values)
    const rows = prepared(
      db,
      `SELECT p.*, c.price FROM ${from} AND ${filters} ORDER BY p.id DESC LIMIT ?5 OFFSET ?6`,
    ).all(...values, pageSize, offsetOf(page, pageSize))
    return {
      success: true,
      items: rows.map((row) => productOf(db, region, row)),
      totalCount: Number(count?.['n']),
      page,
      pageSize,
    }
  },

  get: (call) => {
    const region = shownRegion(call)
    const row = prepared(call.db, `SELECT p.*, c.price FROM ${from} AND p.id = ?2`).get(
      region?.id ?? null,
      idOf(call.params.id),
    )
    return row === undefined ? notFound('product-not-found') : { success: true, ...productOf(call.db, region, row) }
  },
} satisfies HandlersFor<typeof products>
