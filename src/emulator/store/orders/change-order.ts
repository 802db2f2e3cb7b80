import type { DatabaseSync } from 'node:sqlite'

import type { OrderOperation, PlacedOrder } from '../../../control/contract.ts'
import { AppError } from '../../../errors.ts'
import { integer, integerOrNull, text } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { moveProductStock } from '../products/touch-product.ts'
import { warehouseOf } from '../stock/stock.ts'
import {
  announce,
  readOrder,
  recordOrderEvent,
  recordPaid,
  type OrderKey,
  type OrderState,
  type RecordedEvent,
} from './order-event.ts'
import { orderSteps } from './order-steps.ts'

export interface OrderChange extends OrderKey, Parcel {
  readonly operation: OrderOperation
}

/** Parcel of an order that is being shipped, as far as known. */
interface Parcel {
  /** Becomes the shipping method, as in an import (ORD-074). */
  readonly carrier?: string | undefined
  readonly trackingNumber?: string | undefined
}

/**
 * Pays, packs, ships, delivers, cancels or refunds an order and records its event, in one transaction. Cancelling
 * and refunding restock pieces that were never shipped. Raises `emulator.bad-request` for an unknown order, or a
 * parcel without shipping, `emulator.conflict` for an operation that the order's state does not allow.
 */
export function changeOrder(
  context: EmulatorContext,
  { storeId, orderId, operation, ...parcel }: OrderChange,
): PlacedOrder {
  const db = context.storeDb(storeId)
  const place = { storeId, orderId }
  const step = orderSteps[operation]
  const events = transaction(db, () => {
    const order = readOrder(context, place)
    const obstacle = step.obstacle(order)
    if (obstacle !== null) {
      throw new AppError('emulator.conflict', `Cannot ${operation} order ${order.orderNumber}, because it ${obstacle}.`)
    }
    prepared(db, 'UPDATE orders SET status = ?, payment_status = coalesce(?, payment_status) WHERE id = ?').run(
      step.status,
      step.paymentStatus,
      order.id,
    )
    writeParcel(db, orderId, { operation, ...parcel })
    if (step.restocks(order)) restock(context, db, order)
    return eventsOf(context, place, operation)
  })
  return announce(context, place, events)
}

function eventsOf(context: EmulatorContext, place: OrderKey, operation: OrderOperation): RecordedEvent[] {
  const { topic } = orderSteps[operation]
  if (topic === null) return []
  return topic === 'order.paid' ? recordPaid(context, place) : [recordOrderEvent(context, place, topic)]
}

function writeParcel(
  db: DatabaseSync,
  orderId: number,
  { operation, carrier, trackingNumber }: Parcel & Pick<OrderChange, 'operation'>,
): void {
  if (carrier === undefined && trackingNumber === undefined) return
  if (operation !== 'ship')
    throw new AppError('emulator.bad-request', 'Carrier and tracking number are accepted only when you ship an order.')
  prepared(
    db,
    `UPDATE orders SET shipping_method = coalesce(?, shipping_method), tracking_number = coalesce(?, tracking_number) WHERE id = ?`,
  ).run(carrier ?? null, trackingNumber ?? null, orderId)
}

function restock(context: EmulatorContext, db: DatabaseSync, { id, regionId }: OrderState): void {
  const warehouseId = warehouseOf(db, regionId)
  if (warehouseId === null) return
  for (const row of prepared(db, 'SELECT product_id, variant_id, quantity FROM order_items WHERE order_id = ?').all(
    id,
  )) {
    moveProductStock(context, db, {
      productId: integer(row, 'product_id'),
      variantId: integerOrNull(row, 'variant_id'),
      warehouseId,
      change: text(row, 'quantity'),
    })
  }
}
