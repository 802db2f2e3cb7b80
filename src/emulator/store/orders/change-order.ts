import type { DatabaseSync } from 'node:sqlite'

import type { Topic } from '../../../catalog/topics.ts'
import type { OrderOperation, PlacedOrder } from '../../../control/contract.ts'
import { AppError } from '../../../errors.ts'
import { integerOrNull } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared } from '../../../storage/statements.ts'
import type { World } from '../../world.ts'
import { moveProductStock } from '../products/touch-product.ts'
import { warehouseOf } from '../stock/stock.ts'
import { announce, readOrder, recordOrderEvent, recordPaid, type OrderState } from './order-event.ts'

export interface OrderChange {
  readonly storeId: number
  readonly orderId: number
  readonly operation: OrderOperation
  /** Of the parcel, when the order is shipped and it has one. */
  readonly trackingNumber?: string
}

interface Step {
  readonly topic: Topic
  /** Why it cannot be done, or null. */
  readonly obstacle: (order: OrderState) => string | null
  readonly status: string
  readonly paymentStatus: string | null
  /** Whether the goods go back on the shelf: only those that never left. */
  readonly restocks: (order: OrderState) => boolean
}

const isClosed = ({ status }: OrderState) => status === 'cancelled' || status === 'refunded'
const isOut = ({ status }: OrderState) => status === 'shipped' || status === 'delivered'
const never = () => false

/** The emulator's own transitions (N4, N17, N18): the documents show none. */
const steps: Readonly<Record<OrderOperation, Step>> = {
  pay: {
    topic: 'order.paid',
    obstacle: (order) =>
      isClosed(order) ? `is ${order.status}` : order.paymentStatus === 'unpaid' ? null : 'is paid already',
    status: 'paid',
    paymentStatus: 'paid',
    restocks: never,
  },
  ship: {
    topic: 'order.shipped',
    obstacle: (order) =>
      isClosed(order) || isOut(order)
        ? `is ${order.status} already`
        : order.paymentStatus === 'paid'
          ? null
          : 'is not paid yet',
    status: 'shipped',
    paymentStatus: null,
    restocks: never,
  },
  cancel: {
    topic: 'order.cancelled',
    obstacle: (order) => (isClosed(order) || isOut(order) ? `is ${order.status} already` : null),
    status: 'cancelled',
    paymentStatus: null,
    restocks: (order) => !order.isImported,
  },
  refund: {
    topic: 'order.refunded',
    obstacle: (order) =>
      order.paymentStatus === 'paid'
        ? null
        : order.paymentStatus === 'refunded'
          ? 'is refunded already'
          : 'is not paid',
    status: 'refunded',
    paymentStatus: 'refunded',
    restocks: (order) => !order.isImported && !isOut(order) && order.status !== 'cancelled',
  },
}

/** What the state of an order allows now. */
export function allowedOperations(order: OrderState): OrderOperation[] {
  return (Object.keys(steps) as OrderOperation[]).filter((operation) => steps[operation].obstacle(order) === null)
}

/**
 * Pays, ships, cancels or refunds an order, with the event of that, in one transaction. Cancelling and refunding put the pieces back that never left.
 * Raises `emulator.bad-request` for an unknown order, `emulator.conflict` for a step that the order's state does not allow.
 */
export function changeOrder(world: World, { storeId, orderId, operation, trackingNumber }: OrderChange): PlacedOrder {
  const db = world.storeDb(storeId)
  const place = { storeId, orderId }
  const step = steps[operation]
  const events = transaction(db, () => {
    const order = readOrder(world, place)
    const obstacle = step.obstacle(order)
    if (obstacle !== null) {
      throw new AppError(
        'emulator.conflict',
        `Order ${order.orderNumber} cannot be changed by ${operation}: it ${obstacle}.`,
      )
    }
    prepared(db, 'UPDATE orders SET status = ?, payment_status = coalesce(?, payment_status) WHERE id = ?').run(
      step.status,
      step.paymentStatus,
      order.id,
    )
    if (operation === 'ship' && trackingNumber !== undefined) {
      prepared(db, 'UPDATE orders SET tracking_number = ? WHERE id = ?').run(trackingNumber, order.id)
    }
    if (step.restocks(order)) restock(world, db, order)
    return step.topic === 'order.paid' ? recordPaid(world, place) : [recordOrderEvent(world, place, step.topic)]
  })
  return announce(world, place, events)
}

function restock(world: World, db: DatabaseSync, { id, regionId }: OrderState): void {
  const warehouseId = warehouseOf(db, regionId)
  if (warehouseId === null) return
  for (const row of prepared(db, 'SELECT product_id, variant_id, quantity FROM order_items WHERE order_id = ?').all(
    id,
  )) {
    moveProductStock(world, db, {
      productId: Number(row['product_id']),
      variantId: integerOrNull(row, 'variant_id'),
      warehouseId,
      change: String(row['quantity']),
    })
  }
}
