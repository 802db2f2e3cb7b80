import { isRequired, type SchemaType, type Shape } from './schema.ts'

/** Returns the shape as TypeScript: `export interface <name> { … }`. */
export function typeText(name: string, shape: Shape): string {
  return `export interface ${name} ${objectText(shape, 0)}\n`
}

const plain: Readonly<Record<Exclude<SchemaType, 'object' | 'array'>, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function valueText(shape: Shape, depth: number): string {
  const texts = [...shape.types].map((type) => {
    if (type === 'object') return objectText(shape, depth)
    if (type === 'array') return `readonly (${shape.items === null ? 'unknown' : valueText(shape.items, depth)})[]`
    return plain[type]
  })
  return texts.length === 0 ? 'unknown' : [...new Set(texts)].toSorted().join(' | ')
}

function objectText(shape: Shape, depth: number): string {
  if (shape.fields.size === 0) return '{}'
  const indent = '  '.repeat(depth + 1)
  const lines = [...shape.fields].map(([name, field]) => {
    const mark = isRequired(shape, field.seen) ? '' : '?'
    return `${indent}readonly ${keyText(name)}${mark}: ${valueText(field.shape, depth + 1)}`
  })
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

/** Quotes untrusted names unless they are plain identifiers, so that no name can end the type. */
function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
