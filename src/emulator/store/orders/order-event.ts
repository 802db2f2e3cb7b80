import type { Topic } from '../../../catalog/topics.ts'
import type { PlacedOrder } from '../../../control/contract.ts'
import { integer, integerOrNull, text } from '../../../storage/columns.ts'
import { rowById } from '../../../storage/statements.ts'
import { fanOutEvents, recordEvent } from '../../deliveries/events.ts'
import { deliveriesOf } from '../../deliveries/queue-rows.ts'
import { allRegionsOf } from '../../platform/stores.ts'
import type { World } from '../../world.ts'
import { unknownRecord } from '../unknown-record.ts'

/** An order as the operations see it. */
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

export interface OrderPlace {
  readonly storeId: number
  readonly orderId: number
}

/** Raises `emulator.bad-request` when the store has no such order. */
export function readOrder(world: World, { storeId, orderId }: OrderPlace): OrderState {
  const row = rowById(world.storeDb(storeId), 'orders', orderId)
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

/** Writes an order's event as the order stands now; inside the transaction that changed it. `data` are ids and states alone (N3). */
export function recordOrderEvent(world: World, place: OrderPlace, topic: Topic): RecordedEvent {
  const order = readOrder(world, place)
  const { regionId } = order
  return { topic, eventId: recordEvent(world, { storeId: place.storeId, regionId, topic, data: orderFacts(order) }) }
}

/** What an event reports of an order. */
export function orderFacts({ id, orderNumber, status, currency }: OrderState) {
  return { orderId: id, orderNumber, status, currency }
}

/** order.paid, and by the other reading of C39 the request for fulfilment, which goes to every app that is subscribed to it. */
export function recordPaid(world: World, place: OrderPlace): RecordedEvent[] {
  const paid = recordOrderEvent(world, place, 'order.paid')
  if (world.settings().fulfillmentRequested === 'by-hand') return [paid]
  return [paid, recordOrderEvent(world, place, 'fulfillment.requested')]
}

/** After the commit: brings the events to the queue, wakes it, and returns the order and where its events went. */
export function announce(world: World, place: OrderPlace, events: readonly RecordedEvent[]): PlacedOrder {
  fanOutEvents(world, place.storeId)
  world.wakeQueue()
  const { id, orderNumber, status, grandTotal, currency, regionId } = readOrder(world, place)
  return {
    id,
    orderNumber,
    status,
    grandTotal,
    currency,
    regionId,
    regionCode: allRegionsOf(world, place.storeId).find((region) => region.id === regionId)?.code ?? null,
    events: events.map(({ eventId, topic }) => ({ eventId, topic, deliveries: deliveriesOf(world, eventId) })),
  }
}
