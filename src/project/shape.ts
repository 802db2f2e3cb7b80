import { defined } from '../text/defined.ts'
/** The shape of a value in app.toml, used by the checker, the JSON Schema and the error messages. */
export type Shape = TextShape | NumberShape | ListShape | TableShape | TablesShape

interface Common {
  /** Description in one sentence, shown by editors. */
  readonly about: string
}

export interface TextShape extends Common {
  readonly kind: 'text'
  readonly default?: string
  readonly oneOf?: readonly string[]
  /** Command that lists them, if they are too many for an error message. */
  readonly listedBy?: string
  /** Pattern for editors only. `check` decides. */
  readonly pattern?: string
  /** Allowed values as text, for error messages. */
  readonly allowed?: string
  /**
   * Returns null for a valid value, otherwise the problem, as the end of a sentence that starts
   * with the key.
   */
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
  /** Whether order and repeats matter, as in a command line. */
  readonly repeats?: true
}

export interface TableShape extends Common {
  readonly kind: 'table'
  readonly keys: Readonly<Record<string, Shape>>
  /** Required keys. The others have a default or are optional. */
  readonly required?: readonly string[]
  /** Whether a missing table is read as an empty one, so that its defaults apply. */
  readonly filled?: true
}

/** `[[name]]`: a list of tables. */
export interface TablesShape extends Common {
  readonly kind: 'tables'
  readonly item: TableShape
}

type JsonSchema = Readonly<Record<string, unknown>>

/** Returns the JSON Schema (2020-12) of a shape, for editors. */
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
