import type { JsonSchema } from '../../views/commands/described-command.ts'

/** The parts of openapi.json that describe the platform's responses. */
export interface OpenApiParts {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface OpenApiOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Content>>
  readonly requestBody?: Content
  readonly 'x-pin'?: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

export interface CallSchemas {
  /** Returns the schema of the `--json` output for an endpoint, from its id and the names of the command's flags. */
  readonly documentOf: (endpoint: string | null, flags: ReadonlySet<string>) => JsonSchema
  /** Definitions that `#/$defs/Api…` refers to. */
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

const requests: JsonSchema = {
  title: 'with --dry-run',
  type: 'object',
  properties: {
    requests: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          method: { type: 'string' },
          url: { type: 'string' },
          headers: { type: 'object', additionalProperties: { type: 'string' } },
          body: { type: ['string', 'null'] },
          file: { type: 'object' },
        },
        required: ['method', 'url', 'headers', 'body'],
      },
    },
  },
  required: ['requests'],
}

const commands: JsonSchema = {
  title: 'with --curl',
  type: 'object',
  properties: { commands: { type: 'array', items: { type: 'string' } } },
  required: ['commands'],
}

/** Any response of the platform, because `app call raw` can call any endpoint. */
const anyAnswer: JsonSchema = {
  title: "the platform's response, byte for byte",
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
}

/** Builds the schemas of the output of `app call` from those of the API: the unchanged response, and the response as flags change it. */
export function callSchemas({ paths, components }: OpenApiParts): CallSchemas {
  const operations = new Map(
    Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)),
  )
  // Endpoints that can be called for every region.
  const regional = new Set<string | null>(
    Object.values(paths).flatMap(({ get }) =>
      get !== undefined && ['required', 'optional'].includes(get['x-pin'] ?? '') ? [get.operationId] : [],
    ),
  )
  const answerOf = (endpoint: string | null): JsonSchema => {
    const operation = endpoint === null ? undefined : operations.get(endpoint)
    const done = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
    const schema = done === undefined ? null : buildSchema(done)
    return schema === null ? anyAnswer : { title: "the platform's response, byte for byte", ...schema }
  }
  return {
    documentOf: (endpoint, flags) => {
      const answer = answerOf(endpoint)
      const body = endpoint === null ? null : buildSchema(operations.get(endpoint)?.requestBody ?? {})
      const list: JsonSchema = {
        title: 'with --all, --limit, --fields or --chunk-size',
        ...selectFields(answer, components.schemas),
      }
      const one = flags.has('fields') && endpoint !== null ? [answer, list] : [answer]
      return {
        anyOf: [
          ...one,
          ...(regional.has(endpoint) ? [perRegion(one)] : []),
          ...(flags.has('dry-run') ? [requests] : []),
          ...(flags.has('curl') ? [commands] : []),
          ...(flags.has('example') && body !== null ? [{ title: 'with --example', ...body }] : []),
        ],
      }
    },
    $defs: Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [`Api${name}`, renamed(schema) as JsonSchema]),
    ),
  }
}

function buildSchema({ content }: Content): JsonSchema | null {
  const schema = content?.['application/json']?.schema
  return schema === undefined ? null : (renamed(schema) as JsonSchema)
}

/** Returns the value with references to the definitions in this document. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      name === '$ref' && typeof one === 'string'
        ? [name, one.replace('#/components/schemas/', '#/$defs/Api')]
        : [name, renamed(one)],
    ),
  )
}

interface Shape {
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** Returns the schema for rows of several pages or for selected members. No member is required in a row. */
function selectFields(answer: JsonSchema, schemas: OpenApiParts['components']['schemas']): JsonSchema {
  const opened = allowMore(answer, schemas)
  const { items, properties = {} } = opened as Shape
  if (items !== undefined) return { type: 'array', items: makePartial(items, schemas) }
  const lists = Object.entries(properties).filter(([name]) => name === 'items' || name === 'results')
  const [list] = lists
  if (list === undefined) return makePartial(opened, schemas)
  const [name, { items: row = {} }] = list as [string, { items?: JsonSchema }]
  return {
    type: 'object',
    properties: {
      ...properties,
      [name]: { type: 'array', items: makePartial(row, schemas, name === 'results' ? fate : {}) },
      error: { type: 'object', description: 'Error that stopped the output after these rows.' },
    },
    required: [name],
  }
}

/** Returns an object schema with some of its members. */
function makePartial(row: JsonSchema, schemas: OpenApiParts['components']['schemas'], more: object = {}): JsonSchema {
  const { properties } = allowMore(row, schemas) as Shape
  return { type: 'object', ...(properties !== undefined && { properties: { ...properties, ...more } }) }
}

/** Member of a row in a batch for which the platform returned no result. */
const fate = { state: { type: 'string', description: 'State of a row without a result.' } }

function allowMore({ $ref, ...rest }: JsonSchema, schemas: OpenApiParts['components']['schemas']): JsonSchema {
  if (typeof $ref !== 'string') return rest
  return renamed(schemas[$ref.slice('#/$defs/Api'.length)] ?? {}) as JsonSchema
}

function perRegion(bodies: readonly JsonSchema[]): JsonSchema {
  return {
    title: 'with --region all',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        region: { type: 'string', description: 'Code.' },
        currency: { type: ['string', 'null'] },
        body: { anyOf: bodies },
        error: { type: 'object', description: 'Error, instead of the body or in addition to a partial body.' },
      },
      required: ['region', 'currency'],
    },
  }
}
