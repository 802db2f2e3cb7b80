import type { PlacedOrder } from '../../control/contract.ts'
import { unixSeconds } from '../../protocol/hmac.ts'
import { eventData, makeDelivery, type Delivery, type Envelope } from './delivery.ts'
import type { InstallPlace } from './install-place.ts'

/** What an event says about its order. */
export type OrderFacts = Pick<PlacedOrder, 'id' | 'orderNumber' | 'currency'>

export interface EventToMake {
  /** Of the install that all checks share when left out. */
  readonly place?: InstallPlace
  /** One to which app.toml subscribes when left out. */
  readonly topic?: string
  /** A new one when left out. */
  readonly eventId?: string
  /** The order that it is about; the shared order when left out. */
  readonly order?: OrderFacts
  /** Members in addition to those of the envelope. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** The bytes to send in place of its JSON. */
  readonly body?: Uint8Array
  /** A text in place of Unix seconds. */
  readonly timestamp?: string
  /** How long ago it claims to have been sent, in seconds. */
  readonly ageSeconds?: number
  /** The secret to sign with in place of the app's own. */
  readonly secret?: string
}

/** An event and the delivery that brings it. */
export interface MadeEvent {
  readonly envelope: Envelope
  readonly topic: string
  readonly order: OrderFacts
  readonly delivery: Delivery
}

/** The values for what the event leaves out. */
export interface UsualEvent {
  readonly topic: string
  readonly eventId: string
  readonly path: string
  readonly secret: string
  readonly now: Date
}

/** An event of the platform about an order, signed now. */
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
