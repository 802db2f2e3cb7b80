import type { DeliveryRow } from '../journal/deliveries.ts'
import { ExactNumber } from '../text/json.ts'
import { readBody } from './body-text.ts'

/** One field that differs. */
export interface Difference {
  readonly where: 'envelope' | 'header' | 'body'
  /** `data.items[0].price`, or `(whole body)` if a body is not JSON. */
  readonly path: string
  /** JSON for a field of the body, otherwise text; null if the field is missing. */
  readonly a: string | null
  readonly b: string | null
}

export interface Comparison {
  readonly differences: readonly Difference[]
  /** Number of fields that are equal in both. */
  readonly same: number
  /** True if the list of differences is truncated. */
  readonly isCut: boolean
}

/** A longer list would not be read. */
const MOST = 500

type Fields = ReadonlyMap<string, string>

/** Compares two deliveries field by field: the platform's facts about the event, its headers, and its body. */
export function compareDeliveries(a: DeliveryRow, b: DeliveryRow): Comparison {
  const parts = [
    compareFields('envelope', readEnvelope(a), readEnvelope(b)),
    compareFields('header', new Map(Object.entries(a.headers)), new Map(Object.entries(b.headers))),
    compareFields('body', ...parseBodies(a, b)),
  ]
  const differences = parts.flatMap((part) => part.differences)
  return {
    differences: differences.slice(0, MOST),
    same: parts.reduce((sum, part) => sum + part.same, 0),
    isCut: differences.length > MOST,
  }
}

function compareFields(where: Difference['where'], a: Fields, b: Fields) {
  const paths = [...new Set([...a.keys(), ...b.keys()])]
  const differences = paths.flatMap((path): Difference[] => {
    const [left, right] = [a.get(path) ?? null, b.get(path) ?? null]
    return left === right ? [] : [{ where, path, a: left, b: right }]
  })
  return { differences, same: paths.length - differences.length }
}

function readEnvelope({ topic, eventId, storeId, regionId, timestamp, signature }: DeliveryRow): Fields {
  const facts = { topic, eventId, storeId, regionId, timestamp: String(timestamp), signature }
  return new Map(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

function parseBodies(a: DeliveryRow, b: DeliveryRow): readonly [Fields, Fields] {
  const [left, right] = [readBody(a.body), readBody(b.body)]
  if (left.parsed.ok && right.parsed.ok) return [asFields(left.parsed.value), asFields(right.parsed.value)]
  return [new Map([['(whole body)', left.raw]]), new Map([['(whole body)', right.raw]])]
}

/** Returns every leaf with its path. An empty object or list is also a leaf. */
function asFields(value: unknown): Fields {
  const fields = new Map<string, string>()
  const walk = (part: unknown, path: string): void => {
    const inner = Array.isArray(part)
      ? part.map((item, at): [string, unknown] => [`${path}[${at}]`, item])
      : isObject(part)
        ? Object.entries(part).map(([key, item]): [string, unknown] => [step(path, key), item])
        : []
    if (inner.length === 0) fields.set(path === '' ? '(whole body)' : path, JSON.stringify(part))
    for (const [next, item] of inner) walk(item, next)
  }
  walk(value, '')
  return fields
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
}

/** Quotes a key that contains a dot, so that it does not look like two keys. */
function step(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
