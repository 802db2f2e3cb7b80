import type { DatabaseSync } from 'node:sqlite'

import type { PlacedOrder, StoreRegion } from '../../../control/contract.ts'
import type { CheckedBody } from '../../../control/operation.ts'
import type { stores } from '../../../control/operations/stores.ts'
import { AppError } from '../../../errors.ts'
import { integer } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { getStore } from '../../platform/stores.ts'
import { chooseRegion } from '../choose-region.ts'
import { moveProductStock } from '../products/touch-product.ts'
import { warehouseOf } from '../stock/stock.ts'
import { nextCustomer } from './next-customer.ts'
import { buyerOf, type Buyer, type OrderCustomer } from './order-customer.ts'
import { announce, recordOrderEvent, recordPaid, type RecordedEvent } from './order-event.ts'
import { orderLine, orderTotals, type WantedItem } from './order-lines.ts'
import { insertLines, insertOrder, type NewLine } from './order-rows.ts'

export interface OrderToPlace {
  readonly storeId: number
  readonly input: CheckedBody<typeof stores.placeOrder>
  /** By default the next of the store's customers in rotation. */
  readonly buyer?: Buyer
}

/**
 * Places a customer's order in one transaction: prices and tax of the region, stock deducted (even below zero, because the emulator never
 * sells out), `order.created` and, if paid immediately, `order.paid` (N4). Without items, orders one piece of the first published product.
 * An unpaid order is `processing`, the nearest documented status. Raises `emulator.bad-request` for an unknown region, product or variant.
 */
export function placeOrder(context: EmulatorContext, { storeId, input, buyer }: OrderToPlace): PlacedOrder {
  const { region: wanted, paid, items } = input
  const region = chooseRegion(context, storeId, wanted)
  const db = context.storeDb(storeId)
  const events: RecordedEvent[] = []
  const orderId = transaction(db, () => {
    const lines = (items ?? firstProduct(db, region)).map((item) => soldLine(db, region, item))
    const customer = buyer === undefined ? nextCustomer(db, region) : buyerOf(db, region, buyer)
    const id = insertPlaced(context, { storeId, region, lines, paid, customer })
    const warehouseId = warehouseOf(db, region.id)
    if (warehouseId !== null) {
      for (const { productId, variantId, quantity } of lines) {
        moveProductStock(context, db, { productId, variantId, warehouseId, change: String(-quantity) })
      }
    }
    const place = { storeId, orderId: id }
    events.push(recordOrderEvent(context, place, 'order.created'))
    if (paid) events.push(...recordPaid(context, place))
    return id
  })
  return announce(context, { storeId, orderId }, events)
}

export interface PlacedRow {
  readonly storeId: number
  readonly region: StoreRegion
  readonly lines: readonly NewLine[]
  readonly paid: boolean
  readonly customer: OrderCustomer | null
  /** Unix ms, by default now. */
  readonly createdAt?: number
  readonly externalOrderId?: string
  readonly status?: string
  readonly paymentStatus?: string
}

/** Inserts the rows of an order, without stock or events. The caller must open a transaction. */
export function insertPlaced(
  context: EmulatorContext,
  { storeId, region, lines, paid, customer, ...row }: PlacedRow,
): number {
  const db = context.storeDb(storeId)
  const id = insertOrder(db, {
    storeCode: getStore(context, storeId).code,
    regionId: region.id,
    status: paid ? 'paid' : 'processing',
    paymentStatus: paid ? 'paid' : 'unpaid',
    currency: region.currencyCode,
    ...orderTotals(db, region.id, lines),
    shippingTotal: '0',
    orderSource: 'web',
    customerId: customer?.id ?? null,
    billingAddress: customer?.address ?? null,
    shippingAddress: customer?.address ?? null,
    createdAt: context.now().getTime(),
    ...row,
  })
  insertLines(db, id, lines)
  return id
}

function firstProduct(db: DatabaseSync, region: StoreRegion): { productId: number; quantity: number }[] {
  const row = prepared(
    db,
    `SELECT p.id FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?
     WHERE p.status = 'A' ORDER BY p.id LIMIT 1`,
  ).get(region.id)
  if (row !== undefined) return [{ productId: integer(row, 'id'), quantity: 1 }]
  throw new AppError('emulator.conflict', `The store has no products for sale in ${region.code} yet.`)
}

export function soldLine(db: DatabaseSync, region: StoreRegion, item: WantedItem): NewLine {
  const line = orderLine(db, region.id, item)
  if (line !== null) return line
  const what = item.variantId == null ? 'Product' : `Variant ${item.variantId} of product`
  throw new AppError('emulator.bad-request', `${what} ${item.productId} is not sold in ${region.code}.`)
}
