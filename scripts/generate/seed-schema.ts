import type { FieldFacts, Fields } from '../../src/control/fields.ts'
import { seed } from '../../src/control/operations/seed.ts'
import { defined } from '../../src/text/defined.ts'

/** Returns the JSON Schema of a seed file, from the declaration that the emulator validates against. */
export function seedSchema(): unknown {
  const { properties, ...schema } = objectSchema(seed.seed.body)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Seed file for app emulator seed',
    ...schema,
    properties: { $schema: { type: 'string' }, ...properties },
  }
}

function objectSchema(fields: Fields) {
  const all = Object.entries(fields)
  const required = all.filter(([, { isOptional, initial }]) => isOptional === undefined && initial === undefined)
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    properties: Object.fromEntries(all.map(([name, field]) => [name, fieldSchema(field)])),
  }
}

function fieldSchema(field: FieldFacts): Record<string, unknown> {
  return defined({ description: field.about, ...valueSchema(field) })
}

function valueSchema(field: FieldFacts): Record<string, unknown> {
  return schemaOf[field.kind](field)
}

const schemaOf: Readonly<Record<FieldFacts['kind'], (field: FieldFacts) => Record<string, unknown>>> = {
  object: ({ fields = {} }) => objectSchema(fields),
  list: ({ of, min, max }) => ({ type: 'array', items: of && valueSchema(of), minItems: min, maxItems: max }),
  map: ({ of, min }) => ({ type: 'object', additionalProperties: of && fieldSchema(of), minProperties: min }),
  int: ({ min, max }) => ({ type: 'integer', minimum: min, maximum: max }),
  bool: () => ({ type: 'boolean' }),
  url: () => ({ type: 'string', format: 'uri' }),
  decimal: () => ({ type: 'string', pattern: String.raw`^\d{1,15}(\.\d{1,6})?$` }),
  text: ({ max, pattern, values, takesNumbers }) => ({
    type: takesNumbers ? ['string', 'number'] : 'string',
    enum: values,
    maxLength: max,
    pattern: pattern?.source,
  }),
}
