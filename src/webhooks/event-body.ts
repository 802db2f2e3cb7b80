import { Buffer } from 'node:buffer'

import type { Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import { parseJson, rawJson } from '../text/json.ts'

export interface EventFacts {
  readonly topic: Topic
  readonly eventId: string
  /** Digits. */
  readonly storeId: string
  /** Digits; null for a store-wide event. */
  readonly regionId: string | null
  /** The order that it is about; a made-up one when left out. */
  readonly order?: { readonly id: number; readonly orderNumber: string; readonly currency: string } | undefined
}

const MADE_UP = { id: 1001, orderNumber: '1001', currency: 'TRY' }

/** Statuses that go with the topics about orders. Assumed (N18): the documents show some of these words only. */
const orderStatus: Readonly<Record<string, string>> = {
  'order.created': 'processing',
  'order.paid': 'paid',
  'order.shipped': 'shipped',
  'order.cancelled': 'cancelled',
  'order.refunded': 'refunded',
  'fulfillment.requested': 'paid',
}

/**
 * The envelope of an event as the emulator sends it too (N3): `eventId`, `storeId`, `regionId` and `data`. What `data` holds is assumed (EVT-025):
 * ids and a status for orders, nothing for other topics, and never personal data.
 */
export function eventBody({ topic, eventId, storeId, regionId, order = MADE_UP }: EventFacts): Record<string, unknown> {
  const status = orderStatus[topic]
  const { id: orderId, orderNumber, currency } = order
  const data = status === undefined ? {} : { orderId, orderNumber, status, currency }
  return {
    eventId,
    // Digits as they are: ids may be above 2^53.
    storeId: rawJson(storeId),
    regionId: regionId === null ? null : rawJson(regionId),
    data,
  }
}

/** Whether an event of this topic names an order. */
export function namesOrder(topic: Topic): boolean {
  return orderStatus[topic] !== undefined
}

/** Names that reach an object's prototype instead of one of its fields. */
const forbidden = ['__proto__', 'prototype', 'constructor']

/**
 * Sets `a.b=value` pairs in a body. A value that is a JSON number, boolean, null, object or array is taken as that, anything else as text; numbers keep
 * their digits. Raises `usage.invalid` for a pair without `=`, an empty or forbidden name, or a way through something that is not an object.
 */
export function setFields(body: Record<string, unknown>, pairs: readonly string[]): void {
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw invalid(pair, 'write it as name=value or outer.inner=value')
    setField(body, { pair, names: pair.slice(0, at).split('.'), value: typed(pair.slice(at + 1)) })
  }
}

interface Setting {
  readonly pair: string
  readonly names: readonly string[]
  readonly value: unknown
}

function setField(body: Record<string, unknown>, { pair, names, value }: Setting): void {
  let place = body
  for (const [depth, name] of names.entries()) {
    if (name === '' || forbidden.includes(name)) throw invalid(pair, `"${name}" cannot be a field name`)
    if (depth === names.length - 1) {
      place[name] = value
      return
    }
    if (!Object.hasOwn(place, name)) place[name] = {}
    const next = place[name]
    if (typeof next !== 'object' || next === null) throw invalid(pair, `"${name}" is not an object`)
    // An object or a list: both take fields by name.
    place = next as Record<string, unknown>
  }
}

function typed(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : text
}

function invalid(pair: string, why: string): AppError {
  return new AppError('usage.invalid', `--set ${pair}: ${why}.`, {
    suggestions: ['For example: --set data.status=paid'],
  })
}

/** A body given as bytes, opened for `setFields`. Raises `usage.invalid` when it is not a JSON object. */
export function openBody(bytes: Uint8Array): Record<string, unknown> {
  const parsed = parseJson(Buffer.from(bytes).toString('utf8'))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    throw new AppError('usage.invalid', 'The body is not a JSON object, so no field of it can be set.', {
      suggestions: ['Leave out --set and --event-id to send the bytes as they are.'],
    })
  }
  // Checked just above: a plain object.
  return parsed.value as Record<string, unknown>
}

/** The eventId of a body, for the report; null when it has none. Never throws. */
export function eventIdOf(bytes: Uint8Array): string | null {
  const parsed = parseJson(Buffer.from(bytes).toString('utf8'))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  const id = (parsed.value as Readonly<Record<string, unknown>>)['eventId']
  return typeof id === 'string' ? id : null
}
