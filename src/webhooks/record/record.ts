import { Buffer } from 'node:buffer'

import { isTopic } from '../../catalog/topics.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import { maskPersonal } from '../../journal/mask-personal.ts'
import { parseJsonAsWritten } from '../../text/json.ts'
import { driftOf, type Drift } from './drift.ts'
import { jsonSchema, inferShape } from './schema.ts'
import { typeText } from './type-text.ts'

export interface RecordedFile {
  /** Built from the topic and a number, never from payload content (T24). */
  readonly name: string
  readonly content: string
}

export interface RecordedTopic {
  readonly topic: string
  readonly samples: number
  readonly files: readonly RecordedFile[]
  /** Null for any topic other than the nine. */
  readonly drift: Drift | null
}

/** Maximum number of fixtures per topic, because more of them show nothing new. */
const FIXTURES = 5

/**
 * Converts deliveries to test data for each topic: a few fixtures with personal data masked, a JSON Schema and a
 * TypeScript type of all of them, and their differences from the assumed payload. Leaves out a body that is not JSON.
 */
export function recordTopics(deliveries: readonly DeliveryRow[]): readonly RecordedTopic[] {
  const topics = [...new Set(deliveries.map(({ topic }) => topic))].toSorted()
  return topics.flatMap((topic) => {
    const bodies = deliveries.filter((one) => one.topic === topic).flatMap(({ body }) => masked(body))
    return bodies.length === 0 ? [] : [recordTopic(topic, bodies)]
  })
}

function masked(body: Uint8Array): unknown[] {
  const parsed = parseJsonAsWritten(Buffer.from(body).toString('utf8'))
  return parsed.ok ? [maskPersonal(parsed.value)] : []
}

function recordTopic(topic: string, bodies: readonly unknown[]): RecordedTopic {
  const shape = inferShape(bodies)
  const name = fileName(topic)
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: topic, ...jsonSchema(shape) }
  return {
    topic,
    samples: bodies.length,
    files: [
      ...bodies.slice(0, FIXTURES).map((body, at) => ({ name: `${name}.${at + 1}.json`, content: pretty(body) })),
      { name: `${name}.schema.json`, content: pretty(schema) },
      { name: `${name}.d.ts`, content: typeText(typeName(name), shape) },
    ],
    drift: isTopic(topic) ? driftOf(topic, shape) : null,
  }
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Keeps `order.created` unchanged, and only the characters of an unknown topic that are safe in a file name. */
function fileName(topic: string): string {
  const plain = topic
    .replaceAll(/[^a-z0-9._]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[._]+/, '')
    .slice(0, 60)
  return plain === '' ? 'unknown_topic' : plain
}

/** Converts `order.created` to `OrderCreatedEvent`. */
function typeName(name: string): string {
  const words = name.split(/[._]+/).filter((word) => word !== '')
  return `${words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^\d/, 'N$&')}Event`
}
