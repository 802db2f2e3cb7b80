import type { DeliveryRow } from '../journal/deliveries.ts'
import { ExactNumber } from '../text/json.ts'
import { readBody } from './body-text.ts'

/** One field that is not the same in both. */
export interface Difference {
  readonly where: 'envelope' | 'header' | 'body'
  /** `data.items[0].price`; `(whole body)` where a body is not JSON. */
  readonly path: string
  /** As JSON for the body, else as text; null where there is none. */
  readonly a: string | null
  readonly b: string | null
}

export interface Comparison {
  readonly differences: readonly Difference[]
  /** Fields that are the same in both. */
  readonly same: number
  /** Whether there are more differences than are listed. */
  readonly isCut: boolean
}

/** More of them nobody reads. */
const MOST = 500

type Fields = ReadonlyMap<string, string>

/** Field by field: what the platform said about the event, its headers, and its body. */
export function compareDeliveries(a: DeliveryRow, b: DeliveryRow): Comparison {
  const parts = [
    compareFields('envelope', envelopeOf(a), envelopeOf(b)),
    compareFields('header', new Map(Object.entries(a.headers)), new Map(Object.entries(b.headers))),
    compareFields('body', ...bodiesOf(a, b)),
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

function envelopeOf({ topic, eventId, storeId, regionId, timestamp, signature }: DeliveryRow): Fields {
  const facts = { topic, eventId, storeId, regionId, timestamp: String(timestamp), signature }
  return new Map(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

function bodiesOf(a: DeliveryRow, b: DeliveryRow): readonly [Fields, Fields] {
  const [left, right] = [readBody(a.body), readBody(b.body)]
  if (left.parsed.ok && right.parsed.ok) return [fieldsOf(left.parsed.value), fieldsOf(right.parsed.value)]
  return [new Map([['(whole body)', left.raw]]), new Map([['(whole body)', right.raw]])]
}

/** Every leaf with its path; an empty object or list is a leaf too. */
function fieldsOf(value: unknown): Fields {
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

/** A key with a dot in it must not look like two. */
function step(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
