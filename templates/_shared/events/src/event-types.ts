/** What every event carries; `eventId` is the same when it comes again. */
interface Envelope<Topic extends string, Data> {
  readonly eventId: string
  readonly topic: Topic
  readonly storeId: number
  /** Null where the platform names no region. */
  readonly regionId: number | null
  readonly data: Data
}

/** The payload of a topic is not documented: an id that names the order may be missing, and all else is fetched from the API. */
export interface OrderData {
  readonly orderId: number | null
}

export type NoData = Readonly<Record<never, never>>

/** An event of a topic that this app knows: narrow it by `topic`. */
export type StoreEvent =
  | Envelope<'order.created' | 'order.paid' | 'order.shipped' | 'order.cancelled' | 'order.refunded', OrderData>
  | Envelope<'fulfillment.requested' | 'shipment.create_requested' | 'invoice.submit_requested', OrderData>
  | Envelope<'app.uninstalled', NoData>

export type Topic = StoreEvent['topic']

/** An event of a topic that came up after this app was written: taken, and nothing is done about it. */
export type UnknownEvent = Omit<Envelope<string, NoData>, 'data'>

export type ReadEvent =
  | { readonly kind: 'known'; readonly event: StoreEvent }
  | { readonly kind: 'unknown'; readonly event: UnknownEvent }
  | { readonly kind: 'malformed' }

const withOrder = [
  'order.created',
  'order.paid',
  'order.shipped',
  'order.cancelled',
  'order.refunded',
  'fulfillment.requested',
  'shipment.create_requested',
  'invoice.submit_requested',
] as const satisfies readonly Topic[]

/** The event in the body of a verified delivery. Unknown fields are ignored; `topic` is the one that was signed. */
export function readEvent(body: Uint8Array, topic: string): ReadEvent {
  const fields = fieldsOf(parse(body))
  const eventId = fields['eventId']
  const storeId = wholeNumber(fields['storeId'])
  const regionId = wholeNumber(fields['regionId'])
  const isRegion = regionId !== null || (fields['regionId'] ?? null) === null
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > 255 || storeId === null || !isRegion) {
    return { kind: 'malformed' }
  }
  const envelope = { eventId, storeId, regionId }
  const known = withOrder.find((name) => name === topic)
  if (known !== undefined) {
    const orderId = wholeNumber(fieldsOf(fields['data'])['orderId'])
    return { kind: 'known', event: { ...envelope, topic: known, data: { orderId } } }
  }
  if (topic === 'app.uninstalled') return { kind: 'known', event: { ...envelope, topic, data: {} } }
  return { kind: 'unknown', event: { ...envelope, topic } }
}

/** Test events of the developer console are real deliveries about nothing that happened. */
export function isTest({ eventId }: { readonly eventId: string }): boolean {
  return eventId.startsWith('test:')
}

type Json = string | number | boolean | null | readonly Json[] | JsonObject
interface JsonObject {
  readonly [name: string]: Json | undefined
}

function parse(body: Uint8Array): Json {
  try {
    // What JSON.parse gives back is JSON.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Json
  } catch {
    return null
  }
}

function fieldsOf(value: Json | undefined): JsonObject {
  // Neither null nor a list is an object with fields.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function wholeNumber(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}
