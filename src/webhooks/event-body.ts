import type { Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import { ExactNumber, isObject, parseJson, parseJsonAsWritten, rawJson } from '../text/json.ts'

export interface EventFacts {
  readonly topic: Topic
  readonly eventId: string
  /** Digits. */
  readonly storeId: string
  /** Digits; null for a store-wide event. */
  readonly regionId: string | null
  /** Order of the event; a generated one by default. */
  readonly order?: { readonly id: number; readonly orderNumber: string; readonly currency: string } | undefined
}

const MADE_UP = { id: 1001, orderNumber: '1001', currency: 'TRY' }

/** Statuses for the order topics. Assumed (N18): the documents show some of these words only. */
const orderStatus: Readonly<Record<string, string>> = {
  'order.created': 'processing',
  'order.paid': 'paid',
  'order.shipped': 'shipped',
  'order.cancelled': 'cancelled',
  'order.refunded': 'refunded',
  'fulfillment.requested': 'paid',
}

/**
 * Returns the envelope of an event as the emulator sends it too (N3): `eventId`, `storeId`, `regionId` and `data`. The
 * content of `data` is assumed (EVT-025): ids and a status for orders, nothing for other topics, and never personal data.
 */
export function eventBody({ topic, eventId, storeId, regionId, order = MADE_UP }: EventFacts): Record<string, unknown> {
  const status = orderStatus[topic]
  const { id: orderId, orderNumber, currency } = order
  const data = status === undefined ? {} : { orderId, orderNumber, status, currency }
  return {
    eventId,
    // Keeps the digits: ids may be above 2^53.
    storeId: rawJson(storeId),
    regionId: regionId === null ? null : rawJson(regionId),
    data,
  }
}

/** Returns true if an event of this topic contains an order. */
export function namesOrder(topic: Topic): boolean {
  return orderStatus[topic] !== undefined
}

/** Names that reach an object's prototype instead of one of its fields. */
const forbidden = ['__proto__', 'prototype', 'constructor']

/**
 * Sets `a.b=value` pairs in a body. A value that is a JSON number, boolean, null, object or array is parsed, any other value is text;
 * numbers keep their digits. `items[0]` and `items.0` are the first item of a list, which is created if missing. Raises `usage.invalid`
 * for a pair without `=`, an empty or forbidden name, an item that leaves a gap, or a path through a value that has no fields.
 */
export function setFields(body: Record<string, unknown>, pairs: readonly string[]): void {
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw invalid(pair, 'use name=value or outer.inner=value')
    setField(body, { pair, names: namesIn(pair, pair.slice(0, at)), value: typed(pair.slice(at + 1)) })
  }
}

/** Splits `items[0].sku` into `items`, `0` and `sku`. */
function namesIn(pair: string, path: string): readonly string[] {
  const names = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  const unclear = names.find((name) => /[[\]]/.test(name))
  if (unclear !== undefined) throw invalid(pair, `"${unclear}" is not a field name (array item: name[0])`)
  return names
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
    if (Array.isArray(place)) checkItem(pair, { list: place, name })
    const following = names[depth + 1]
    if (following === undefined) {
      place[name] = value
      return
    }
    if (!Object.hasOwn(place, name)) place[name] = isIndex(following) ? [] : {}
    const next = place[name]
    if (!hasFields(next)) throw invalid(pair, `"${name}" is neither an object nor an array`)
    place = next
  }
}

function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(name)
}

/** JSON would drop a name that is not an index, and fill a gap with null. */
function checkItem(pair: string, { list, name }: { list: readonly unknown[]; name: string }): void {
  if (!isIndex(name)) throw invalid(pair, `"${name}" cannot be a field of an array (array item: name[0])`)
  if (Number(name) > list.length) throw invalid(pair, `the next index of the array is [${list.length}]`)
}

/** Numbers with exact digits are objects too, but have no fields. */
function hasFields(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || (isObject(value) && !(value instanceof ExactNumber) && !Object.isFrozen(value))
}

function typed(text: string): unknown {
  const parsed = parseJsonAsWritten(text)
  return parsed.ok ? parsed.value : text
}

function invalid(pair: string, why: string): AppError {
  return new AppError('usage.invalid', `--set ${pair}: ${why}.`, {
    suggestions: ['For example: --set data.status=paid'],
  })
}

/** Parses a body given as bytes for `setFields`. A byte order mark is left out. Raises `usage.invalid` if it is not a JSON object. */
export function openBody(bytes: Uint8Array): Record<string, unknown> {
  const parsed = parseJsonAsWritten(new TextDecoder().decode(bytes))
  if (!parsed.ok || !isObject(parsed.value) || parsed.value instanceof ExactNumber) {
    throw new AppError('usage.invalid', 'The body is not a JSON object, so --set cannot set a field.', {
      suggestions: ['Leave out --set and --event-id to send the bytes unchanged.'],
    })
  }
  return parsed.value
}

/** Returns the eventId of a body, for the report; null if it has none. Never throws. */
export function eventIdOf(bytes: Uint8Array): string | null {
  const parsed = parseJson(new TextDecoder().decode(bytes))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  const id = (parsed.value as Readonly<Record<string, unknown>>)['eventId']
  return typeof id === 'string' ? id : null
}
