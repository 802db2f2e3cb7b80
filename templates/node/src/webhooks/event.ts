/** What every event has. Of its body only the three ids are documented. */
interface Envelope<Topic extends string> {
  readonly eventId: string
  readonly topic: Topic
  readonly storeId: number
  /** Null where the platform named no region. */
  readonly regionId: number | null
}

/** Something happened to an order. */
export interface OrderEvent extends Envelope<(typeof orderTopics)[number]>, OrderData {}

/** A store asks its provider for something. */
export interface ProviderEvent extends Envelope<(typeof providerTopics)[number]>, OrderData {}

export type UninstalledEvent = Envelope<'app.uninstalled'>

/** An event of a topic that came up after this app was written: taken, and nothing is done about it. */
export type OtherEvent = Envelope<'other'>

/** A verified event: narrow it by `topic`. When the platform gets a new topic, add it here; the compiler then names each place that has to know it. */
export type StoreEvent = OrderEvent | ProviderEvent | UninstalledEvent | OtherEvent

interface OrderData {
  /** Null where the event named none: that is not documented. All else is fetched from the API. */
  readonly orderId: number | null
}

const orderTopics = ['order.created', 'order.paid', 'order.shipped', 'order.cancelled', 'order.refunded'] as const

const providerTopics = ['fulfillment.requested', 'shipment.create_requested', 'invoice.submit_requested'] as const

/** The event in a verified body; what this app does not use of it is left out. Null when it is none. `topic` is the one that was signed. */
export function readEvent(body: Uint8Array, topic: string): StoreEvent | null {
  const { eventId, storeId, regionId = null, data } = fieldsOf(parse(body))
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > 255) return null
  if (!isId(storeId) || (regionId !== null && !isId(regionId))) return null
  const envelope = { eventId, storeId, regionId }
  const known = [...orderTopics, ...providerTopics].find((name) => name === topic)
  if (known !== undefined) {
    const { orderId } = fieldsOf(data)
    return { ...envelope, topic: known, orderId: isId(orderId) ? orderId : null }
  }
  return { ...envelope, topic: topic === 'app.uninstalled' ? topic : 'other' }
}

/** Test events of the developer console are about nothing that happened. */
export function isTest({ eventId }: StoreEvent): boolean {
  return eventId.startsWith('test:')
}

type Json = string | number | boolean | null | readonly Json[] | Fields

interface Fields {
  readonly [name: string]: Json | undefined
}

function isId(value: Json | undefined): value is number {
  return Number.isSafeInteger(value)
}

function fieldsOf(value: Json | undefined): Fields {
  // Neither null nor a list is an object with fields.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function parse(body: Uint8Array): Json {
  try {
    // What JSON.parse gives back is JSON.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Json
  } catch {
    return null
  }
}
