import type { Topic } from '../../catalog/topics.ts'
import { eventBody } from '../event-body.ts'
import { inferShape, type Shape } from './schema.ts'

/** Differences between real payloads and those that svcapp assumes and the emulator sends (N3). */
export interface Drift {
  /** Paths of received fields that are not assumed. */
  readonly unknown: readonly string[]
  /** Paths of assumed fields that were never received. */
  readonly missing: readonly string[]
  /** Fields with another type, such as `data.orderId: string, assumed integer`. */
  readonly otherType: readonly string[]
}

/** Compares the shape of real deliveries with the assumed payload of their topic. */
export function driftOf(topic: Topic, real: Shape): Drift {
  const sample: unknown = JSON.parse(JSON.stringify(eventBody({ topic, eventId: 'e', storeId: '1', regionId: '1' })))
  const assumed = leaves(inferShape([sample]))
  const seen = leaves(real)
  return {
    unknown: [...seen.keys()].filter((path) => !assumed.has(path)).toSorted(),
    missing: [...assumed.keys()].filter((path) => !seen.has(path)).toSorted(),
    otherType: [...seen].flatMap(([path, shape]) => {
      const expected = assumed.get(path)
      if (expected === undefined || typeWords(shape) === '' || typeWords(shape) === typeWords(expected)) return []
      return [`${path}: ${typeWords(shape)}, assumed ${typeWords(expected)}`]
    }),
  }
}

/** Returns the types of the value, except null. */
function typeWords(shape: Shape): string {
  return [...shape.types].filter((type) => type !== 'null').join(' or ')
}

export function hasDrift({ unknown, missing, otherType }: Drift): boolean {
  return unknown.length + missing.length + otherType.length > 0
}

/** Returns every field by its path; items of lists have the path `[]`. */
function leaves(shape: Shape, path = ''): Map<string, Shape> {
  const found = new Map<string, Shape>()
  if (path !== '') found.set(path, shape)
  for (const [name, field] of shape.fields) {
    for (const [inner, leaf] of leaves(field.shape, path === '' ? name : `${path}.${name}`)) found.set(inner, leaf)
  }
  if (shape.items !== null) for (const [inner, leaf] of leaves(shape.items, `${path}[]`)) found.set(inner, leaf)
  return found
}
