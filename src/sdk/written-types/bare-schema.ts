import type { JsonSchema } from '../../catalog/field-schema.ts'

/** Members that a validator ignores: descriptions, facts that the type already has, and the rule that names are text. */
const words = ['description', 'examples', 'default', 'format', 'propertyNames']

/** Removes these members to make the schema as small as possible. A field may have the same name. */
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
