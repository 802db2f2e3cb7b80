import type { Topic } from '../../../catalog/topics.ts'
import type { PlacedOrder } from '../../../control/contract.ts'
import { integer, integerOrNull, text } from '../../../storage/columns.ts'
import { rowById } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { fanOutEvents, recordEvent } from '../../deliveries/events.ts'
import { listDeliveries } from '../../deliveries/queue-rows.ts'
import { listAllRegions } from '../../platform/stores.ts'
import { unknownRecord } from '../unknown-record.ts'

/** An order's data for the operations. */
export interface OrderState {
  readonly id: number
  readonly orderNumber: string
  readonly regionId: number | null
  readonly status: string
  readonly paymentStatus: string
  readonly currency: string
  readonly grandTotal: string
  readonly isImported: boolean
}

export interface OrderKey {
  readonly storeId: number
  readonly orderId: number
}

/** Reads an order. Raises `emulator.bad-request` if the store has no such order. */
export function readOrder(context: EmulatorContext, { storeId, orderId }: OrderKey): OrderState {
  const row = rowById(context.storeDb(storeId), 'orders', orderId)
  if (row === undefined) throw unknownRecord(`order ${orderId}`, 'app call orders list')
  return {
    id: integer(row, 'id'),
    orderNumber: text(row, 'order_number'),
    regionId: integerOrNull(row, 'region_id'),
    status: text(row, 'status'),
    paymentStatus: text(row, 'payment_status'),
    currency: text(row, 'currency'),
    grandTotal: text(row, 'grand_total'),
    isImported: row['imported_by'] !== null,
  }
}

export interface RecordedEvent {
  readonly eventId: string
  readonly topic: Topic
}

/** Records an event with the order's current state, inside the transaction that changed it. `data` contains only ids and states (N3). */
export function recordOrderEvent(context: EmulatorContext, place: OrderKey, topic: Topic): RecordedEvent {
  const order = readOrder(context, place)
  const { regionId } = order
  return { topic, eventId: recordEvent(context, { storeId: place.storeId, regionId, topic, data: orderFacts(order) }) }
}

/** Returns the order's data for an event. */
export function orderFacts({ id, orderNumber, status, currency }: OrderState) {
  return { orderId: id, orderNumber, status, currency }
}

/** Records order.paid and, under the other reading of C39, the fulfillment request, which goes to every subscribed app. */
export function recordPaid(context: EmulatorContext, place: OrderKey): RecordedEvent[] {
  const paid = recordOrderEvent(context, place, 'order.paid')
  if (context.settings().fulfillmentRequested === 'by-hand') return [paid]
  return [paid, recordOrderEvent(context, place, 'fulfillment.requested')]
}

/** Adds the events to the queue and wakes it, after the commit. Returns the order and the recipients of its events. */
export function announce(context: EmulatorContext, place: OrderKey, events: readonly RecordedEvent[]): PlacedOrder {
  fanOutEvents(context, place.storeId)
  context.wakeQueue()
  const { id, orderNumber, status, grandTotal, currency, regionId } = readOrder(context, place)
  return {
    id,
    orderNumber,
    status,
    grandTotal,
    currency,
    regionId,
    regionCode: listAllRegions(context, place.storeId).find((region) => region.id === regionId)?.code ?? null,
    events: events.map(({ eventId, topic }) => ({ eventId, topic, deliveries: listDeliveries(context, eventId) })),
  }
}
