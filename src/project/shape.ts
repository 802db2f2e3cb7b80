import { defined } from '../text/defined.ts'
/** What a value of app.toml may be. One declaration serves the checker, the JSON Schema and the error texts. */
export type Shape = TextShape | NumberShape | ListShape | TableShape | TablesShape

interface Common {
  /** In one sentence; editors show it. */
  readonly about: string
}

export interface TextShape extends Common {
  readonly kind: 'text'
  readonly default?: string
  readonly oneOf?: readonly string[]
  /** The command that lists them, where they are too many for an error. */
  readonly listedBy?: string
  /** For editors only; `check` decides. */
  readonly pattern?: string
  /** The allowed values in words, for errors. */
  readonly allowed?: string
  /** Null when the value is fine, otherwise what is wrong with it, as the end of a sentence that starts with the key. */
  readonly check?: (value: string) => string | null
}

export interface NumberShape extends Common {
  readonly kind: 'number'
  readonly default?: number
  readonly min: number
  readonly max: number
}

export interface ListShape extends Common {
  readonly kind: 'list'
  readonly default?: readonly string[]
  readonly item: TextShape
  readonly atLeast?: number
  /** Whether order and repeats mean something, as in a command line. */
  readonly repeats?: true
}

export interface TableShape extends Common {
  readonly kind: 'table'
  readonly keys: Readonly<Record<string, Shape>>
  /** Keys that must be there; the others have a default or may be absent. */
  readonly required?: readonly string[]
  /** An absent table is read as an empty one, so that its defaults hold. */
  readonly filled?: true
}

/** `[[name]]`: a list of tables. */
export interface TablesShape extends Common {
  readonly kind: 'tables'
  readonly item: TableShape
}

type JsonSchema = Readonly<Record<string, unknown>>

/** The JSON Schema (2020-12) of a shape, for editors. */
export function jsonSchemaOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'text':
      return textSchema(shape)
    case 'number':
      return {
        description: shape.about,
        type: 'integer',
        minimum: shape.min,
        maximum: shape.max,
        ...defined({ default: shape.default }),
      }
    case 'list':
      return {
        description: shape.about,
        type: 'array',
        items: textSchema(shape.item),
        ...(shape.repeats === true ? {} : { uniqueItems: true }),
        ...defined({ minItems: shape.atLeast, default: shape.default }),
      }
    case 'table':
      return tableSchema(shape)
    case 'tables':
      break
  }
  return { description: shape.about, type: 'array', items: tableSchema(shape.item) }
}

function textSchema(shape: TextShape): JsonSchema {
  return {
    description: shape.about,
    type: 'string',
    ...defined({ enum: shape.oneOf, pattern: shape.pattern, default: shape.default }),
  }
}

function tableSchema(shape: TableShape): JsonSchema {
  return {
    description: shape.about,
    type: 'object',
    additionalProperties: false,
    ...defined({ required: shape.required }),
    properties: Object.fromEntries(Object.entries(shape.keys).map(([key, inner]) => [key, jsonSchemaOf(inner)])),
  }
}
