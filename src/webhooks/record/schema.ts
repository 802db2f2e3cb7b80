import { ExactNumber } from '../../text/json.ts'

/** Observed types of a value over all samples. */
export interface Shape {
  /** JSON Schema type names. */
  readonly types: ReadonlySet<SchemaType>
  /** For objects: each field, and the number of samples that contain it. */
  readonly fields: ReadonlyMap<string, { readonly shape: Shape; readonly seen: number }>
  /** Number of samples that are objects. */
  readonly objects: number
  /** For lists: shape of the items. */
  readonly items: Shape | null
}

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array'

const nothing: Shape = { types: new Set(), fields: new Map(), objects: 0, items: null }

/** Returns the shape of all samples together. */
export function inferShape(samples: readonly unknown[]): Shape {
  return samples.reduce<Shape>((shape, sample) => merge(shape, sample), nothing)
}

function merge(shape: Shape, sample: unknown): Shape {
  const types = new Set([...shape.types, inferType(sample)])
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

function inferType(value: unknown): SchemaType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.source) ? 'integer' : 'number'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Returns true if a field was in every observed object. */
export function isRequired(shape: Shape, seen: number): boolean {
  return seen === shape.objects
}

/** Returns the shape as JSON Schema (draft 2020-12), without the `$schema` line. Unknown fields stay allowed, because the platform may add some. */
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
