import Big from 'big.js'

import type { inventory } from '../../../../catalog/resources/inventory.ts'
import { integer } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { insertRow, prepared } from '../../../../storage/statements.ts'
import { touchProduct } from '../../../store/products/touch-product.ts'
import {
  defaultWarehouse,
  isStockByVariant,
  readStock,
  stockLocation,
  writeStock,
  type StockLocation,
} from '../../../store/stock/stock.ts'
import type { Call } from '../../handler.ts'
import { rowId } from '../../id.ts'
import { invalid, notFound, Refusal } from '../../rejection.ts'
import { missingProduct } from '../products/missing-product.ts'
import { visibleWarehouse } from '../warehouses/rows.ts'

type Adjust = Call<typeof inventory.adjust>

/**
 * Changes the stock of one of the app's products in one warehouse (INV-004 to INV-020), in one
 * transaction with its record. The response contains only success (N26).
 */
export function adjustStock(call: Adjust): { readonly success: true } | Refusal {
  const { context, db, body } = call
  return transaction(db, () => {
    const goods = findGoods(call)
    if (goods instanceof Refusal) return goods
    const warehouseId = findWarehouse(call)
    if (warehouseId instanceof Refusal) return warehouseId
    const location = stockLocation(db, { ...goods, warehouseId })
    const before = readStock(db, location)
    const after = stockAfter(before, { mode: body.mode, pieces: new Big(body.quantity).times(location.pieces) })
    if (after === null) return invalid('The stock would fall below zero.')
    writeStock(db, location, after.toFixed())
    if (!after.eq(before)) touchProduct(context, db, goods.productId)
    record(call, { location, variantId: goods.variantId, before, after })
    warnOfNoWarehouse(call, location)
    return { success: true }
  })
}

interface Goods {
  readonly productId: number
  readonly variantId: number | null
}

/** INV-005, B36: finds the app's own product in the region (B24), and its variant, which is required unless all variants share one stock. */
function findGoods({ db, caller, regionId, body }: Adjust): Goods | Refusal {
  const id = rowId(body.productId)
  const product = prepared(
    db,
    `SELECT id FROM products p WHERE id = ?1 AND owner_app_key = ?2 AND status <> 'D' AND (?3 IS NULL OR EXISTS
       (SELECT 1 FROM prices c WHERE c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?3))`,
  ).get(id, caller.appKey, regionId)
  if (product === undefined) return missingProduct(db, id, caller.appKey)
  const productId = integer(product, 'id')
  if (body.variantId == null) {
    return isStockByVariant(db, productId)
      ? invalid('variantId is missing. This product has separate stock for each variant.')
      : { productId, variantId: null }
  }
  const variantId = rowId(body.variantId)
  const variant = prepared(db, 'SELECT 1 FROM variants WHERE id = ? AND product_id = ?').get(variantId, productId)
  return variant === undefined ? notFound('variant-not-found') : { productId, variantId }
}

/** INV-014, INV-015, A11: finds one of the app's own warehouses, or the store's default if none is specified. */
function findWarehouse(call: Adjust): number | Refusal {
  const { db, caller, body } = call
  if (body.warehouseId == null) {
    return defaultWarehouse(db) ?? invalid('The store has no default warehouse. Set warehouseId to your own warehouse.')
  }
  const row = visibleWarehouse(call, rowId(body.warehouseId))
  if (row === null) return notFound('warehouse-not-found')
  if (row['owner_app_key'] === caller.appKey) return integer(row, 'id')
  return new Refusal(409, 'warehouse-not-mine', { message: 'The warehouse is not yours.' })
}

interface Change {
  readonly mode: Adjust['body']['mode']
  readonly pieces: Big
}

/** INV-008 to INV-010: returns null if more pieces are removed than exist. Oversold stock may be refilled in steps. */
function stockAfter(before: Big, { mode, pieces }: Change): Big | null {
  if (mode === 'set') return pieces
  if (mode === 'add') return before.plus(pieces)
  const after = before.minus(pieces)
  return after.lt(0) && pieces.gt(0) ? null : after
}

interface Movement {
  readonly location: StockLocation
  readonly variantId: number | null
  readonly before: Big
  readonly after: Big
}

function record({ context, db, caller, body }: Adjust, { location, variantId, before, after }: Movement): void {
  insertRow(db, 'stock_movements', {
    product_id: location.productId,
    variant_id: variantId,
    warehouse_id: location.warehouseId,
    app_key: caller.appKey,
    mode: body.mode,
    quantity: body.quantity,
    stock_before: before.toFixed(),
    stock_after: after.toFixed(),
    critical_level: body.criticalLevel ?? null,
    notes: body.notes ?? null,
    at: context.now().getTime(),
  })
}

/** INV-017, A11: the platform accepts it, although an app must not do it. */
function warnOfNoWarehouse({ context, db, caller }: Adjust, { productId, warehouseId }: StockLocation): void {
  const own = prepared(db, 'SELECT 1 FROM warehouses WHERE owner_app_key = ?1 AND (?2 IS NULL OR region_id = ?2)').get(
    caller.appKey,
    caller.regionId,
  )
  if (own !== undefined) return
  context.log({
    level: 'warn',
    code: 'inventory.no-own-warehouse',
    message:
      "An app without a warehouse (myWarehouseCount 0) wrote stock to the store's default warehouse. Such an app must not write stock.",
    details: { appKey: caller.appKey, storeId: caller.storeId, productId, warehouseId },
  })
}
