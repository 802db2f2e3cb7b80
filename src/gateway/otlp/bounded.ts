import { redactSecrets } from '../../protocol/redact.ts'
import { ExactNumber, isObject } from '../../text/json.ts'
import { hideFields, secretWords } from '../calls/call-facts.ts'
import { most } from './messages.ts'

/** Maximum stored length of a name, and of any other text. */
const LONGEST_NAME = 200
const LONGEST_TEXT = 1000

/** Maximum stored length of all attributes of one row. */
const LONGEST_ATTRIBUTES = 4000

/** Maximum stored depth of lists and objects inside values. */
const DEEPEST = 4

/** Characters read beyond the stored part, so that no secret is split at its end. */
const EDGE = 500

/** Members of a value that may be an object. */
export type Fields = Readonly<Record<string, unknown>>

export function asFields(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Returns the first elements of a value that may be a list. */
export function takeList(value: unknown, limit: number): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]).slice(0, limit) : []
}

/** Returns a text with secrets masked, truncated to the stored length. */
export function keptText(value: unknown, longest = LONGEST_TEXT): string {
  if (typeof value !== 'string') return ''
  const read = value
    .slice(0, longest + EDGE)
    .toWellFormed()
    .replaceAll('\0', '\u{FFFD}')
  const masked = redactSecrets(hideFields(read))
  return masked.length > longest ? `${masked.slice(0, longest).toWellFormed()}…` : masked
}

export function keptName(value: unknown): string {
  return keptText(value, LONGEST_NAME)
}

/** Returns attributes as the JSON text of an object: as many of the first ones as the limit allows. */
export function keptAttributes(value: unknown): string {
  let left = LONGEST_ATTRIBUTES
  const kept: [string, unknown][] = []
  for (const [key, given] of takePairs(value, most.attributes)) {
    left -= key.length + JSON.stringify(given).length + 4
    if (left < 0) break
    kept.push([key, given])
  }
  return JSON.stringify(Object.fromEntries(kept))
}

/** Returns a text value unchanged, or any other value as JSON. */
export function valueText(value: unknown): string {
  const plain = plainValue(value, '', 0)
  return typeof plain === 'string' ? plain : keptText(JSON.stringify(plain))
}

function takePairs(value: unknown, limit: number, depth = 0): (readonly [string, unknown])[] {
  return takeList(value, limit).map((one) => {
    const { key, value: given } = asFields(one)
    const name = keptText(key, 100)
    return [name, plainValue(given, name, depth)] as const
  })
}

/** Returns the plain value of an `AnyValue`; null for an empty one. Text under the name of a secret is always masked. */
function plainValue(value: unknown, key: string, depth: number): unknown {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = asFields(value)
  if (stringValue !== undefined) return secretWords.test(key) ? '…' : keptText(stringValue)
  if (typeof boolValue === 'boolean') return boolValue
  if (intValue !== undefined) return wholeNumber(intValue)
  if (doubleValue !== undefined) return plainNumber(doubleValue)
  if (bytesValue !== undefined) return 'bytes'
  if (depth === DEEPEST) return null
  if (arrayValue !== undefined) {
    return takeList(asFields(arrayValue)['values'], most.values).map((one) => plainValue(one, key, depth + 1))
  }
  return kvlistValue === undefined
    ? null
    : Object.fromEntries(takePairs(asFields(kvlistValue)['values'], most.values, depth + 1))
}

/** Returns the value of a double. A double with more digits than JavaScript keeps is rounded, as the app would round it. */
function plainNumber(value: unknown): number | null {
  const number = value instanceof ExactNumber ? Number(value.source) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Returns a number if it is exact; otherwise its digits as text. */
function wholeNumber(value: unknown): number | string | null {
  const digits = value instanceof ExactNumber ? value.source : String(value)
  if (!/^-?\d{1,20}$/.test(digits)) return null
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}
