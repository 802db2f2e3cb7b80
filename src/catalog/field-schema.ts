import type { EndpointFacts } from './endpoint.ts'
import { fieldFacts, looseRows, type FieldFacts, valuesText } from './fields.ts'
import * as z from './schema.ts'

type Schema = NonNullable<EndpointFacts['body']>

/** JSON Schema as plain data (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Converts a catalog schema to JSON Schema. Additional fields are allowed everywhere: the platform
 * may add some (VER-005), and it ignores unknown ones.
 */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod gives the base type of all schemas; every catalog schema is one of zod/mini.
      const written = rewritten(zodSchema as unknown as Schema, { ...jsonSchema })
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, written)
    },
  })
  return rest
}

/** Returns the fields of an object schema in its order, each with whether it is required. */
export function fieldsOfObject(schema: Schema): { name: string; schema: JsonSchema; isRequired: boolean }[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
}

/** Adds the descriptions of fields.ts to zod's output. Nested schemas have already been converted. */
function rewritten(schema: Schema, written: JsonSchema): JsonSchema {
  const row = looseRows.get(schema)
  if (row !== undefined) return jsonSchemaOf(row)
  const facts = fieldFacts.get(schema)
  if (facts !== undefined) return ofFacts(facts, written)
  return z.definitionOf(schema).type === 'nullable' ? withNull(written) : written
}

/** Merges `anyOf` of a plain type and null into one type, which readers and generators handle better. */
function withNull(written: JsonSchema): JsonSchema {
  const [inner] = (written['anyOf'] ?? []) as readonly JsonSchema[]
  if (inner === undefined || typeof inner['type'] !== 'string' || inner['enum'] !== undefined) return written
  return { ...inner, type: [inner['type'], 'null'] }
}

/** Added to the description of every decimal, for readers that have only JSON's number type. */
export const EXACT = 'Exact decimal, never rounded.'

const kinds: Readonly<Record<FieldFacts['type'], JsonSchema>> = {
  string: { type: 'string' },
  int: { type: 'integer' },
  long: { type: 'integer', format: 'int64' },
  decimal: { type: 'number', format: 'decimal' },
  bool: { type: 'boolean' },
  object: { type: 'object', additionalProperties: true },
  'date-time': { type: 'string', format: 'date-time' },
}

function ofFacts(
  { type, about, min, max, example, values }: FieldFacts,
  { pattern, additionalProperties, enum: only }: JsonSchema,
): JsonSchema {
  const [low, high] = type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum']
  const own: readonly (readonly [string, unknown])[] = [
    ['description', described({ type, about, values })],
    ['enum', only],
    [low, min],
    [high, max],
    ['pattern', type === 'string' ? pattern : undefined],
    ['additionalProperties', isShown(additionalProperties) ? additionalProperties : undefined],
    ['examples', example === undefined ? undefined : [example]],
  ]
  return { ...kinds[type], ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) }
}

function described({
  type,
  about,
  values,
}: Pick<FieldFacts, 'type' | 'about'> & { values: FieldFacts['values'] }): string {
  if (type === 'decimal') return `${about} ${EXACT}`
  return values === undefined ? about : `${about} ${valuesText(values)}`
}

/** Returns whether the schema constrains an object's values: an empty schema does not. */
function isShown(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0
}
