import { endpoints } from '../../catalog/catalog.ts'
import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { jsonSchemaOf } from '../../catalog/field-schema.ts'
import { typeText } from '../../catalog/typed/type-text.ts'
import { bare } from './bare-schema.ts'

/** Returns the endpoints as types, and a validator for each response. */
export function apiText(): string {
  const entries = endpoints.map((endpoint) => `  readonly '${endpoint.id}': {\n${entryLines(endpoint).join('\n')}\n  }`)
  const facts = endpoints.map(
    ({ id, method, path, scope, pin }) => `  '${id}': ${JSON.stringify({ method, path, scope, pin })},`,
  )
  const validators = endpoints.map(
    ({ id, response }) => `  '${id}': validator(${JSON.stringify(bare(jsonSchemaOf(response)))}),`,
  )
  return [
    ...endpoints.flatMap(listTypes),
    `/** Every endpoint by its id, as in \`app call <resource> <verb>\`. Paths are below /api/apps/v1. */\nexport interface Endpoints {\n${entries.join('\n')}\n}`,
    'export type EndpointId = keyof Endpoints',
    `/** Method, path and scope of each endpoint, and whether a store-wide token needs a region. */\nexport const endpoints: {\n  readonly [Id in EndpointId]: Pick<Endpoints[Id], 'method' | 'path' | 'scope' | 'pin'>\n} = {\n${facts.join('\n')}\n}`,
    `/** A validator for each endpoint's response. */\nexport const answers: { readonly [Id in EndpointId]: Validator<Endpoints[Id]['answer']> } = {\n${validators.join('\n')}\n}`,
  ].join('\n\n')
}

/** Returns the named types of an endpoint's input and response; ids in a path are sent as text. */
function listTypes(endpoint: EndpointFacts): string[] {
  const sent = listParts(endpoint).flatMap(({ name, schema }) =>
    schema === undefined ? [] : [`export type ${name} = ${typeText(jsonSchemaOf(schema), 'sent')}`],
  )
  const { response, summary } = endpoint
  return [
    ...sent,
    `/** ${summary} */\nexport type ${typeName(endpoint)}Answer = ${typeText(jsonSchemaOf(response), 'received')}`,
  ]
}

function listParts(endpoint: EndpointFacts) {
  const name = typeName(endpoint)
  return [
    { field: 'params', name: `${name}Params`, schema: endpoint.params },
    { field: 'query', name: `${name}Query`, schema: endpoint.query },
    { field: 'body', name: `${name}Body`, schema: endpoint.body },
  ]
}

function entryLines(endpoint: EndpointFacts): string[] {
  const { method, path, scope, pin, upload } = endpoint
  const ofParts = listParts(endpoint).map(({ field, name, schema }) => {
    // A file is sent in a form, and the type of its bytes depends on the project.
    const type = field === 'body' && upload !== undefined ? 'unknown' : schema === undefined ? 'undefined' : name
    return `    readonly ${field}: ${type}`
  })
  return [
    `    readonly method: '${method}'`,
    `    readonly path: '${path}'`,
    `    readonly scope: ${scope === null ? 'null' : `'${scope}'`}`,
    `    readonly pin: '${pin}'`,
    ...ofParts,
    `    readonly answer: ${typeName(endpoint)}Answer`,
  ]
}

/** Converts `order-costs.put` to `OrderCostsPut`. */
function typeName({ id }: EndpointFacts): string {
  return id.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
