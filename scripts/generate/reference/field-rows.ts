import { EXACT, type JsonSchema } from '../../../src/catalog/field-schema.ts'
import type { Node } from '../../../src/catalog/typed/type-text.ts'

/** One field as a table row. Nested fields have a path (`items[].quantity`). */
export interface FieldRow {
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly about: string
  /** Bounds, allowed values and default as text. Empty without any. */
  readonly limits: string
}

/** Returns every field of a schema, depth first. A schema that is not an object has one row without a name. */
export function fieldRows(schema: JsonSchema, at = ''): FieldRow[] {
  const node = schema as Node
  if ([node.type].flat().includes('array')) return fieldRows(node.items ?? {}, `${at}[]`)
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`
    const isRequired = node.required?.includes(name) ?? false
    return [rowOf(field, { path, isRequired }), ...rowsBelow(field, path)]
  })
}

/** Returns the fields of an object, of a list's rows, or of each of several shapes. */
function rowsBelow(field: Node, path: string): FieldRow[] {
  const shapes = (field.anyOf ?? field.oneOf ?? [field]).filter(({ type }) => type !== 'null')
  return shapes.flatMap((shape) => fieldRows(shape, path))
}

/** Returns a path parameter, query value or body field as a row. */
export function rowOf(field: Node, { path, isRequired }: { path: string; isRequired: boolean }): FieldRow {
  // The type is `decimal`, and the index explains it.
  const about = (field.description ?? '').replace(` ${EXACT}`, '')
  return { path, type: typeWords(field), isRequired, about: plain(about), limits: limitWords(field) }
}

function typeWords(field: Node): string {
  const shapes = field.anyOf ?? field.oneOf
  if (shapes !== undefined) return [...new Set(shapes.map(typeWords))].join(' or ')
  const types = [field.type ?? (field.enum === undefined ? 'any' : 'string')].flat()
  return types.map((type) => oneType(type, field)).join(' or ')
}

/** Escapes prose for Markdown, which would read `<provider>` as a tag. */
export function plain(text: string): string {
  return text.replaceAll('<', '\\<')
}

const words: Readonly<Record<string, string>> = { boolean: 'bool', number: 'decimal' }

function oneType(type: string, { format, items }: Node): string {
  if (type === 'array') return `array of ${items === undefined ? 'any' : typeWords(items)}`
  if (type === 'string' && format !== undefined) return format
  if (type === 'integer' && format !== undefined) return 'long'
  return words[type] ?? type
}

function limitWords(field: Node): string {
  const values = valuesOf(field)
  const bound = (name: string, text: string) =>
    field[name] === undefined ? [] : [`${text} ${JSON.stringify(field[name])}`]
  return [
    ...(values.length === 0 ? [] : [`one of ${values.map((value) => `\`${value}\``).join(', ')}`]),
    ...bound('minimum', 'at least'),
    ...bound('maximum', 'at most'),
    ...bound('minLength', 'characters: at least'),
    ...bound('maxLength', 'characters: at most'),
    ...bound('minItems', 'items: at least'),
    ...bound('maxItems', 'items: at most'),
    ...bound('default', 'default'),
  ].join('; ')
}

function valuesOf(field: Node): string[] {
  const own = field.const === undefined ? (field.enum ?? []) : [field.const]
  return [own, ...(field.anyOf ?? []).map(valuesOf)].flat().map(String)
}
