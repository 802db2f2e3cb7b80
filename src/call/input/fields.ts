import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { fieldFacts, looseRows, type FieldFacts, type FieldType } from '../../catalog/fields.ts'
import { definitionOf, isRequired, type Definition } from '../../catalog/schema.ts'

/** A field of a query, path or body, shown as a flag or argument. */
export interface Field {
  /** Name on the platform. */
  readonly name: string
  /** Name of the flag: `--page-size`. */
  readonly flag: string
  readonly type: FieldType | 'array'
  /** Whether it is sent as text; an id is text in a query and a number in a body. */
  readonly isText: boolean
  readonly about: string
  readonly min: number | undefined
  readonly max: number | undefined
  /** The only valid values, if the catalog lists them. */
  readonly options: readonly string[] | undefined
  /** Values and their meanings; without `options` there may be others. */
  readonly values: Readonly<Record<string, string>> | undefined
  readonly default: string | undefined
  /** Whether the platform rejects a call without it. */
  readonly isRequired: boolean
}

type Schema = NonNullable<EndpointFacts['query']>

/** Returns the fields of an object schema in the catalog's order; an empty list without a schema. */
export function listFields(schema: EndpointFacts['query']): Field[] {
  if (schema === undefined) return []
  return Object.entries(definitionOf(schema).shape ?? {}).map(([name, field]) => describeField(name, field))
}

/** Returns the fields of a row of `{items: rows}` in order; an empty list for another body. */
export function listRowFields(body: EndpointFacts['body']): Field[] {
  const items = body === undefined ? undefined : definitionOf(body).shape?.['items']
  const row = items === undefined ? undefined : definitionOf(unwrap(items).inner).element
  return row === undefined ? [] : listFields(looseRows.get(row) ?? row)
}

/** Returns the flag of a field: `page-size` for `pageSize`. */
export function flagName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function describeField(name: string, schema: Schema): Field {
  const { inner, defaultValue } = unwrap(schema)
  const { min, max, about, type, values }: Partial<FieldFacts> = fieldFacts.get(inner) ?? {}
  const definition = definitionOf(inner)
  const options = definition.entries === undefined ? undefined : Object.values(definition.entries)
  return {
    name,
    flag: flagName(name),
    type: jsonType(definition.type) ?? type ?? 'string',
    isText: definition.type === 'string' || definition.type === 'enum',
    about: about ?? (options === undefined ? membersText(definition) : `One of ${options.join(', ')}.`),
    min,
    max,
    options,
    values,
    default: defaultValue === undefined ? undefined : JSON.stringify(defaultValue),
    isRequired: isRequired(schema),
  }
}

/** Describes the members of an object or list item: `Each has url.`; empty if the schema has none. */
function membersText({ element, shape }: Definition): string {
  const members = Object.entries((element === undefined ? shape : describeItem(element)) ?? {})
  const named = (isNeeded: boolean) =>
    members.flatMap(([name, schema]) => (isRequired(schema) === isNeeded ? [name] : [])).join(', ')
  const [needed, free] = [named(true), named(false)]
  if (members.length === 0) return ''
  const words = free === '' ? needed : needed === '' ? `any of ${free}` : `${needed} (optional: ${free})`
  return element === undefined ? `Object with ${words}.` : `Array of objects with ${words}.`
}

/** Returns the members of a list item. */
function describeItem(element: Schema): Definition['shape'] {
  return definitionOf(unwrap(looseRows.get(element) ?? element).inner).shape
}

/** Returns the type that the schema itself gives; null if it depends on the field's facts. */
function jsonType(kind: string): 'array' | 'object' | null {
  return kind === 'array' || kind === 'object' ? kind : null
}

/** Removes optional, nullable and default wrappers, outermost first. */
function unwrap(schema: Schema): { inner: Schema; defaultValue: unknown } {
  let inner = schema
  let defaultValue: unknown
  for (;;) {
    const definition = definitionOf(inner)
    if (definition.innerType === undefined || fieldFacts.has(inner)) return { inner, defaultValue }
    defaultValue ??= definition.defaultValue
    inner = definition.innerType
  }
}
