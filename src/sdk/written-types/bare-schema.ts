import type { JsonSchema } from '../../catalog/field-schema.ts'

/** What a validator does not read: words for people, what a type says already, and that names are text. */
const words = ['description', 'examples', 'default', 'format', 'propertyNames']

/** A schema without its words, as small as it can be. A field may bear the name of such a word. */
export function bare(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key]) => !words.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, key === 'properties' ? fields(value) : inner(value)]))
}

function fields(value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as JsonSchema).map(([name, field]) => [name, inner(field)]))
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner)
  return typeof value === 'object' && value !== null ? bare({ ...value }) : value
}
