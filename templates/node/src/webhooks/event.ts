/** What every event has. Of its body only the three ids are documented. */
interface Envelope {
  readonly eventId: string
  readonly storeId: number
  /** Null where the platform named no region. */
  readonly regionId: number | null
}

export interface OrderEvent extends Envelope {
  readonly topic: 'order.created' | 'order.paid'
  /** Null where the event named none. */
  readonly orderId: number | null
}

export interface UninstalledEvent extends Envelope {
  readonly topic: 'app.uninstalled'
}

/** A topic that this app does nothing about; one that is newer than the app, for example. */
export interface OtherEvent extends Envelope {
  readonly topic: 'other'
}

/** A verified event: one member for each kind of topic. Add yours here; the compiler then names each place that has to know it. */
export type StoreEvent = OrderEvent | UninstalledEvent | OtherEvent

/** The event in a verified body; what this app does not use of it is left out. Null when it is none. */
export function readEvent(body: Uint8Array, topic: string): StoreEvent | null {
  const { eventId, storeId, regionId = null, data } = asRecord(parse(body))
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > 255) return null
  if (!isId(storeId) || (regionId !== null && !isId(regionId))) return null
  const envelope = { eventId, storeId, regionId }
  switch (topic) {
    case 'order.created':
    case 'order.paid':
      return { ...envelope, topic, orderId: orderIdIn(data) }
    case 'app.uninstalled':
      return { ...envelope, topic }
    default:
      return { ...envelope, topic: 'other' }
  }
}

/** Test events of the developer console are about nothing that happened. */
export function isTest({ eventId }: StoreEvent): boolean {
  return eventId.startsWith('test:')
}

function orderIdIn(data: unknown): number | null {
  const { orderId } = asRecord(data)
  return isId(orderId) ? orderId : null
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  // An object of any shape reads as a record of unknown values.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return null
  }
}
