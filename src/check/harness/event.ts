import type { PlacedOrder } from '../../control/contract.ts'
import { unixSeconds } from '../../protocol/hmac.ts'
import { eventData, makeDelivery, type Delivery, type Envelope } from './delivery.ts'
import type { InstallPlace } from './install-place.ts'

/** Order data of an event. */
export type OrderFacts = Pick<PlacedOrder, 'id' | 'orderNumber' | 'currency'>

export interface EventToMake {
  /** The shared install's store and region by default. */
  readonly place?: InstallPlace
  /** A topic to which app.toml subscribes by default. */
  readonly topic?: string
  /** A new id by default. */
  readonly eventId?: string
  /** The order of the event; the shared order by default. */
  readonly order?: OrderFacts
  /** Members in addition to those of the envelope. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Bytes to send instead of its JSON. */
  readonly body?: Uint8Array
  /** Text instead of Unix seconds. */
  readonly timestamp?: string
  /** Age of the timestamp in seconds. */
  readonly ageSeconds?: number
  /** Secret to sign with instead of the app's own. */
  readonly secret?: string
}

/** An event and its delivery. */
export interface MadeEvent {
  readonly envelope: Envelope
  readonly topic: string
  readonly order: OrderFacts
  readonly delivery: Delivery
}

/** Default values of an event. */
export interface UsualEvent {
  readonly topic: string
  readonly eventId: string
  readonly path: string
  readonly secret: string
  readonly now: Date
}

/** Creates a platform event about an order, signed now. */
export function makeEvent(
  usual: UsualEvent,
  event: EventToMake & { readonly place: InstallPlace; readonly order: OrderFacts },
): MadeEvent {
  const { place, order, topic = usual.topic, eventId = usual.eventId, ...given } = event
  const { store, region } = place
  const envelope = { eventId, storeId: store.id, regionId: region.id, data: eventData(topic, order), ...given.extra }
  const delivery = makeDelivery({
    path: usual.path,
    secret: given.secret ?? usual.secret,
    topic,
    storeId: store.id,
    timestamp: given.timestamp ?? String(unixSeconds(usual.now) - (given.ageSeconds ?? 0)),
    body: given.body ?? Buffer.from(JSON.stringify(envelope)),
  })
  return { envelope, topic, order, delivery }
}
