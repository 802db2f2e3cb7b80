import { ExactNumber } from '../../text/json.ts'

/** What was seen of a value, over all samples. */
export interface Shape {
  /** Names of JSON Schema types. */
  readonly types: ReadonlySet<SchemaType>
  /** Of objects: each field, and in how many samples it was. */
  readonly fields: ReadonlyMap<string, { readonly shape: Shape; readonly seen: number }>
  /** How many of the samples were objects. */
  readonly objects: number
  /** Of lists: what their items are. */
  readonly items: Shape | null
}

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array'

const nothing: Shape = { types: new Set(), fields: new Map(), objects: 0, items: null }

/** The shape of all samples together. */
export function shapeOf(samples: readonly unknown[]): Shape {
  return samples.reduce<Shape>((shape, sample) => merge(shape, sample), nothing)
}

function merge(shape: Shape, sample: unknown): Shape {
  const types = new Set([...shape.types, typeOf(sample)])
  if (Array.isArray(sample)) {
    return { ...shape, types, items: sample.reduce<Shape>((items, item) => merge(items, item), shape.items ?? nothing) }
  }
  if (typeof sample !== 'object' || sample === null || sample instanceof ExactNumber) return { ...shape, types }
  const fields = new Map(shape.fields)
  for (const [name, value] of Object.entries(sample)) {
    const known = fields.get(name)
    fields.set(name, { shape: merge(known?.shape ?? nothing, value), seen: (known?.seen ?? 0) + 1 })
  }
  return { ...shape, types, fields, objects: shape.objects + 1 }
}

function typeOf(value: unknown): SchemaType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.source) ? 'integer' : 'number'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Whether a field was in every object that was seen. */
export function isRequired(shape: Shape, seen: number): boolean {
  return seen === shape.objects
}

/** The shape as JSON Schema (draft 2020-12), without the `$schema` line. Unknown fields stay allowed: the platform may add some. */
export function jsonSchema(shape: Shape): Record<string, unknown> {
  const types = [...shape.types].filter((type) => type !== 'integer' || !shape.types.has('number')).toSorted()
  const properties = Object.fromEntries([...shape.fields].map(([name, field]) => [name, jsonSchema(field.shape)]))
  const required = [...shape.fields].filter(([, { seen }]) => isRequired(shape, seen)).map(([name]) => name)
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(shape.fields.size > 0 && { properties }),
    ...(required.length > 0 && { required: required.toSorted() }),
    ...(shape.items !== null && { items: jsonSchema(shape.items) }),
  }
}
