import * as z from 'zod/mini'

import type { EndpointFacts } from './endpoint.ts'
import { fieldFacts, type FieldFacts } from './fields.ts'

type Schema = NonNullable<EndpointFacts['body']>

/** JSON Schema as plain data (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * A schema of the catalog as JSON Schema. Further fields are allowed everywhere: the platform may add some (VER-005), and it ignores what it does not
 * know.
 */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod names the base of all schemas here; every schema of the catalog is one of zod/mini.
      const field = fieldOf(zodSchema as unknown as Schema)
      if (field === null) return
      const { default: byDefault } = jsonSchema
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, field, byDefault === undefined ? {} : { default: byDefault })
    },
  })
  return rest
}

/** The fields of an object schema in its order, each with whether it must be sent. */
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

/** What the makers of fields.ts declared, also beneath optional, nullable and default; null for anything else. */
function fieldOf(schema: Schema): JsonSchema | null {
  let isNullable = false
  for (let inner: Schema | undefined = schema; inner !== undefined;) {
    const facts = fieldFacts.get(inner)
    if (facts !== undefined) return ofFacts(facts, isNullable)
    // zod types the definition of the base class only; the wrappers hold `innerType`.
    const definition: { type: string; innerType?: Schema } = inner._zod.def
    isNullable ||= definition.type === 'nullable'
    inner = definition.innerType
  }
  return null
}

/** Stands behind the words of every decimal, for readers that know only JSON's one kind of number. */
export const EXACT = 'Exact decimal: neither side rounds it.'

const kinds: Readonly<Record<FieldFacts['type'], JsonSchema>> = {
  string: { type: 'string' },
  int: { type: 'integer' },
  long: { type: 'integer', format: 'int64' },
  decimal: { type: 'number', format: 'decimal' },
  bool: { type: 'boolean' },
  object: { type: 'object', additionalProperties: true },
  'date-time': { type: 'string', format: 'date-time' },
}

function ofFacts({ type, about, min, max, example }: FieldFacts, isNullable: boolean): JsonSchema {
  const kind = kinds[type]
  const [low, high] = type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum']
  return {
    ...kind,
    ...(isNullable ? { type: [kind['type'], 'null'] } : {}),
    description: type === 'decimal' ? `${about} ${EXACT}` : about,
    ...(min === undefined ? {} : { [low]: min }),
    ...(max === undefined ? {} : { [high]: max }),
    ...(example === undefined ? {} : { examples: [example] }),
  }
}
