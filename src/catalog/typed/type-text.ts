import type { JsonSchema } from '../field-schema.ts'

/** The parts of a schema that are read for types; `jsonSchemaOf` creates no other kinds. */
export interface Node extends JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/** Whether a value is sent or received: sent values may be undefined, and ids may be numbers or text. */
export type Direction = 'sent' | 'received'

/** Returns a catalog schema as a TypeScript type; objects span several lines, with a description per field. */
export function typeText(node: Node, direction: Direction, indent = ''): string {
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  const shapes = node.anyOf ?? node.oneOf
  if (shapes !== undefined) return [...new Set(shapes.map((shape) => typeText(shape, direction, indent)))].join(' | ')
  const types = [node.type ?? 'unknown'].flat()
  return types.map((type) => plainType(type, { node, direction, indent })).join(' | ')
}

interface TypeInput {
  readonly node: Node
  readonly direction: Direction
  readonly indent: string
}

function plainType(type: string, { node, direction, indent }: TypeInput): string {
  switch (type) {
    case 'integer':
      return node.format === 'int64' ? 'Long' : 'number'
    case 'number':
      return 'Decimal'
    case 'array':
      return arrayText(node, direction, indent)
    case 'object':
      return objectText(node, direction, indent)
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

function arrayText(node: Node, direction: Direction, indent: string): string {
  const item = typeText(node.items ?? {}, direction, indent)
  return `readonly ${isWhole(item) ? item : `(${item})`}[]`
}

/** Returns whether a following `[]` applies to the whole text: a name, or one object in braces. */
function isWhole(text: string): boolean {
  return (
    /^[\w.]+$/.test(text) ||
    (text.startsWith('{') && text.endsWith('}') && !/^\S.* \| /m.test(text.slice(text.lastIndexOf('\n'))))
  )
}

/** Returns the fields of an object in braces; an open object if the catalog lists none. */
function objectText(node: Node, direction: Direction, indent: string): string {
  const { properties, additionalProperties } = node as Node & { additionalProperties?: Node | boolean }
  if (properties === undefined) {
    const value =
      typeof additionalProperties === 'object' ? typeText(additionalProperties, direction, indent) : 'unknown'
    return `Readonly<Record<string, ${value}>>`
  }
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    const isRequired = node.required?.includes(name) === true
    const text = typeText(field, direction, `${indent}  `)
    const optional = direction === 'sent' ? `${text} | undefined` : text
    return [
      ...comment(field, `${indent}  `),
      `${indent}  readonly ${name}${isRequired ? `: ${text}` : `?: ${optional}`}`,
    ]
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function comment({ description }: Node, indent: string): string[] {
  return description === undefined ? [] : [`${indent}/** ${description.replaceAll('*/', '* /')} */`]
}
