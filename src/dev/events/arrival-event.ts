import type { ForwardedDelivery } from '../../gateway/delivery.ts'
import type { ArrivalEvent } from './delivery-event.ts'
import { readOrderNumber } from './order-number.ts'
import type { StoreNames } from './store-names.ts'

/** Creates the event for a delivery that the app is handling. */
export function withAppFacts(names: StoreNames, { id, eventId, topic, storeId, regionId, body }: ForwardedDelivery) {
  const orderNumber = readOrderNumber(body)
  return { deliveryId: id, eventId, topic, orderNumber, storeId, regionId, ...names.of(storeId, regionId) }
}

export function arrivalEvent(
  names: StoreNames,
  delivery: ForwardedDelivery,
  result: ArrivalEvent['result'],
): ArrivalEvent {
  return { event: 'arrival', ...withAppFacts(names, delivery), result }
}
