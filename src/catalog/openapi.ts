import { defined } from '../text/defined.ts'
import { assumptions } from './assumptions/assumptions.ts'
import { catalog } from './catalog.ts'
import { API_PREFIX, type EndpointError, type EndpointFacts } from './endpoint.ts'
import { fieldsOfObject, jsonSchemaOf, type JsonSchema } from './field-schema.ts'
import { limits } from './limits.ts'
import { tokenExchange } from './oauth.ts'
import { possibleErrors } from './possible-errors.ts'

type Part = Readonly<Record<string, unknown>>

/** An operation of the document; fields that OpenAPI does not define start with `x-`. */
export interface Operation extends Part {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Part>>
}

export interface OpenApi extends Part {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & Part
}

/** Generates the REST API's OpenAPI 3.1 document entirely from the catalog. */
export function openApi(): OpenApi {
  const resources: readonly (readonly [string, Readonly<Record<string, EndpointFacts>>])[] = Object.entries(catalog)
  const endpoints = resources.flatMap(([tag, resource]) =>
    Object.values(resource).map((endpoint) => ({ tag, endpoint })),
  )
  const exchange: Readonly<Record<string, Operation>> = { [tokenExchange.method.toLowerCase()]: exchangeOperation() }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Plugin platform API',
      version: 'v1',
      description: [
        "REST API for apps on the platform. Generated from svcapp's catalog. `x-assumed` lists undocumented behavior.",
        `Each token can send ${limits.requestsPerMinutePerToken} requests per minute and has only the scopes granted at install time.`,
        'Receivers ignore unknown fields.',
      ].join('\n\n'),
    },
    servers: [
      {
        url: '{base_url}',
        variables: {
          base_url: { default: 'http://127.0.0.1:4800', description: 'Platform URL. Default: the local emulator.' },
        },
      },
    ],
    security: [{ token: [] }],
    'x-assumptions': assumedBy([...endpoints.map(({ endpoint }) => endpoint), tokenExchange]),
    tags: [
      ...resources.map(([name]) => ({ name, description: `\`app call ${name}\`` })),
      { name: 'oauth', description: 'The token exchange, outside the versioned prefix.' },
    ],
    paths: { ...buildPaths(endpoints), [tokenExchange.path]: exchange },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The access token of one install. It never expires.' },
      },
      parameters: pinParameters,
      schemas: {
        ...collectSchemas(endpoints.map(({ endpoint }) => endpoint)),
        ...exchangeSchemas(),
        Error: errorSchema,
      },
    },
  }
}

/** Returns the open question and the choice for each id of `x-assumed`. */
function assumedBy(endpoints: readonly Pick<EndpointFacts, 'assumed'>[]): Record<string, Part> {
  const used = new Set(endpoints.flatMap(({ assumed }) => assumed))
  const known = assumptions.filter(({ id }) => used.has(id))
  return Object.fromEntries(known.map(({ id, question, choice }) => [id, { open: question, choice }]))
}

interface Tagged {
  readonly tag: string
  readonly endpoint: EndpointFacts
}

function buildPaths(endpoints: readonly Tagged[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { tag, endpoint } of endpoints) {
    const path = (paths[API_PREFIX + endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = describeOperation(tag, endpoint)
  }
  return paths
}

function describeOperation(tag: string, endpoint: EndpointFacts): Operation {
  const { id, summary, scope, pin, params, query, response, idempotency, assumed } = endpoint
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query), ...describePin(endpoint)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(endpoint),
    responses: {
      '200': { description: describe(response) ?? 'Done.', content: json(ref(answerName(id))) },
      ...errorResponses(possibleErrors(endpoint)),
    },
    'x-scope': scope,
    'x-pin': pin,
    'x-idempotency': idempotency,
    'x-assumed': assumed,
  }
}

/** Returns JSON, or a form with one file. */
function describeBody({ id, body, upload }: EndpointFacts): Part {
  if (body !== undefined) return { requestBody: { required: true, content: json(ref(bodyName(id))) } }
  if (upload === undefined) return {}
  const { field, about, types } = upload
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: about }
  const schema = { type: 'object', required: [field], properties: { [field]: file } }
  const encoding = { [field]: { contentType: types.join(', ') } }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } }
}

function describe(response: EndpointFacts['response']): string | undefined {
  const { description } = jsonSchemaOf(response)
  return typeof description === 'string' ? description : undefined
}

function parametersIn(place: 'path' | 'query', schema: EndpointFacts['query']): Part[] {
  if (schema === undefined) return []
  return fieldsOfObject(schema).map(({ name, schema: { description, ...field }, isRequired }) => ({
    name,
    in: place,
    required: isRequired,
    ...defined({ description }),
    schema: field,
  }))
}

const region = { type: 'integer', format: 'int64', minimum: 1 } as const

const pinParameters = {
  RegionHeader: {
    name: 'X-Region-Id',
    in: 'header',
    description:
      'Region of the request. Only read with a store-wide token, because a region-scoped token has its own region.',
    schema: region,
  },
  RegionQuery: {
    name: 'regionId',
    in: 'query',
    description: 'Same as the header X-Region-Id. Send only one of the two.',
    schema: region,
  },
} as const

/** Returns both ways to set the region, for an endpoint whose response depends on it. */
function describePin({ pin }: EndpointFacts): Part[] {
  if (pin !== 'required' && pin !== 'optional') return []
  return Object.keys(pinParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function errorResponses(errors: readonly EndpointError[]): Record<string, Part> {
  const statuses = [...new Set(errors.map(({ status }) => status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: errors
          .filter((error) => error.status === status)
          .map(lineOf)
          .join('\n'),
        content: json(ref('Error')),
      },
    ]),
  )
}

function lineOf({ when, message }: EndpointError): string {
  return message === undefined ? `- ${when}` : `- ${when} \`${message}\``
}

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'An error.',
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string', description: 'A description of the error.' },
    code: { type: 'string', description: 'A stable error code, if one is documented.' },
  },
  required: ['success', 'message'],
}

function collectSchemas(endpoints: readonly EndpointFacts[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    endpoints.flatMap(({ id, body, response }) => [
      ...(body === undefined ? [] : [[bodyName(id), jsonSchemaOf(body)] as const]),
      [answerName(id), jsonSchemaOf(response)] as const,
    ]),
  )
}

/** Converts `order-costs.put` to `OrderCostsPut`. */
function pascal(id: string): string {
  return id.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const bodyName = (id: string) => `${pascal(id)}Body`
const answerName = (id: string) => `${pascal(id)}Answer`

const EXCHANGE_ID = 'oauth.token'

function exchangeSchemas(): Record<string, JsonSchema> {
  return {
    [bodyName(EXCHANGE_ID)]: jsonSchemaOf(tokenExchange.body),
    [answerName(EXCHANGE_ID)]: jsonSchemaOf(tokenExchange.response),
  }
}

function exchangeOperation(): Operation {
  return {
    operationId: EXCHANGE_ID,
    tags: ['oauth'],
    summary: 'Exchange an authorization code for an access token.',
    security: [],
    requestBody: { required: true, content: json(ref(bodyName(EXCHANGE_ID))) },
    responses: {
      '200': { description: 'The token, returned only once.', content: json(ref(answerName(EXCHANGE_ID))) },
      ...errorResponses(tokenExchange.errors),
    },
    'x-assumed': tokenExchange.assumed,
  }
}

function ref(name: string): Part {
  return { $ref: `#/components/schemas/${name}` }
}

function json(schema: Part): Part {
  return { 'application/json': { schema } }
}
