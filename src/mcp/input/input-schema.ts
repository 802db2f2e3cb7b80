import type { FieldFacts, Fields } from '../../control/fields.ts'
import { defined } from '../../text/defined.ts'

/** A JSON Schema (2020-12), limited to what fields need. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Returns the JSON Schema of a tool's input for clients: an object with only these members. */
export function inputSchema(fields: Fields): JsonSchema & { readonly type: 'object' } {
  const required = Object.keys(fields).filter((name) => isRequired(fields[name]))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

export function isRequired(field: FieldFacts | undefined): boolean {
  return field !== undefined && field.isOptional !== true && field.initial === undefined
}

function schemaOf(field: FieldFacts): JsonSchema {
  const { about, initial, isNullable } = field
  const bare = bareSchema(field)
  const described = { ...bare, ...(about !== '' && { description: about }), ...defined({ default: initial }) }
  return isNullable === true ? { ...described, type: [bare['type'], 'null'] } : described
}

function bareSchema({ kind, min, max, values, pattern, of, fields }: FieldFacts): JsonSchema {
  if (kind === 'bool') return { type: 'boolean' }
  if (kind === 'int') return { type: 'integer', ...defined({ minimum: min, maximum: max }) }
  if (kind === 'list') return { type: 'array', items: of === undefined ? {} : schemaOf(of) }
  if (kind === 'map') return { type: 'object', additionalProperties: of === undefined ? {} : schemaOf(of) }
  if (kind === 'object') return fields === undefined ? { type: 'object' } : inputSchema(fields)
  return { type: 'string', ...defined({ enum: values, pattern: pattern?.source }) }
}
