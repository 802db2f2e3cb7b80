import type { JsonObject } from '../database/queue.ts'

/** The documented part of an event, with its order id if it has one. */
export interface ReadEvent {
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  readonly orderId: number | null
  readonly body: JsonObject
}

/** Reads the event in a verified body, or null if the body contains none. Unknown fields are ignored. */
export function readEvent(bytes: Uint8Array): ReadEvent | null {
  const body = fieldsOf(parse(bytes))
  const { eventId, storeId, regionId = null, data } = body
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > 255) return null
  if (!isId(storeId) || (regionId !== null && !isId(regionId))) return null
  const { orderId } = fieldsOf(data)
  return { eventId, storeId, regionId, orderId: isId(orderId) ? orderId : null, body }
}

/** Whether the event is a test event of the developer console, which reports no real change. */
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
