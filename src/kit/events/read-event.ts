import type { JsonObject } from '../work/queue.ts'

/** The documented part of an event, and the order that it names, if it names one. */
export interface ReadEvent {
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  readonly orderId: number | null
  readonly body: JsonObject
}

/** The event in a verified body. Null if it is none. Unknown fields are ignored. */
export function readEvent(bytes: Uint8Array): ReadEvent | null {
  const body = fieldsOf(parse(bytes))
  const { eventId, storeId, regionId = null, data } = body
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > 255) return null
  if (!isId(storeId) || (regionId !== null && !isId(regionId))) return null
  const { orderId } = fieldsOf(data)
  return { eventId, storeId, regionId, orderId: isId(orderId) ? orderId : null, body }
}

/** Test events of the developer console are about nothing that happened. */
export function isTest(eventId: string): boolean {
  return eventId.startsWith('test:')
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function fieldsOf(value: unknown): JsonObject {
  // Neither null nor a list is an object with fields.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
