import type { EndpointFacts } from '../../src/catalog/endpoint.ts'
import { jsonSchemaOf } from '../../src/catalog/field-schema.ts'
import { typeText, type Node } from '../../src/catalog/typed/type-text.ts'
import { callKind } from '../../src/sdk/call-kind.ts'
import { camel } from '../generate/reference/library-example.ts'

/** Returns the types of one resource: first each endpoint's input and response, then the calls. */
export function resourceText(resource: string, endpoints: readonly EndpointFacts[]): string {
  const calls = endpoints.flatMap((endpoint) => callLines(endpoint))
  return [...endpoints.flatMap(typesOf), `export interface ${pascal(resource)} {\n${calls.join('\n')}\n}`].join('\n\n')
}

function typesOf(endpoint: EndpointFacts): string[] {
  const { id, params, query, body, response } = endpoint
  const base = pascal(id)
  const isRows = callKind(endpoint) === 'rows'
  const parts: [string, EndpointFacts['body']][] = [
    ['Params', params],
    ['Query', query],
    [isRows ? 'Row' : 'Body', body],
  ]
  const sent = parts.flatMap(([name, schema]) => {
    if (schema === undefined) return []
    const node = jsonSchemaOf(schema) as Node
    const shown = name === 'Row' ? (node.properties?.['items']?.items ?? {}) : node
    return [`export type ${base}${name} = ${looseIds(name, typeText(shown, 'sent'))}`]
  })
  return [...sent, `export type ${base}Answer = ${typeText(jsonSchemaOf(response), 'received')}`]
}

/** A path or query contains ids as text, so both a number and a string are accepted. */
function looseIds(part: string, text: string): string {
  return part === 'Params' || part === 'Query' ? text.replaceAll(/\bLong\b/g, 'string | number') : text
}

function callLines(endpoint: EndpointFacts): string[] {
  const { id, summary, method, path, scope, paging } = endpoint
  const base = pascal(id)
  const verb = camel(id.split('.')[1] ?? '')
  const about = `${summary} \`${method} ${path}\`, ${scope === null ? 'no scope' : `scope ${scope}`}.`
  const own = [`  /** ${about} */`, `  readonly ${verb}: ${callType(endpoint, base)}`]
  if (paging !== 'page') return own
  const name = verb === 'list' ? 'iterate' : `iterate${pascal(verb)}`
  return [
    ...own,
    `  /** Every row of \`${verb}\`, over all its pages, which are fetched on demand. */`,
    `  readonly ${name}: Iterate<${inputOf(endpoint, base).type}, ${base}Answer['items'][number]>`,
  ]
}

function callType(endpoint: EndpointFacts, base: string): string {
  const { type, isFree } = inputOf(endpoint, base)
  const kind = callKind(endpoint)
  if (kind === 'delta') return `DeltaCall<${base}Query, ${base}Answer>`
  if (kind === 'plain') return `${isFree ? 'FreeCall' : 'Call'}<${type}, ${base}Answer>`
  const rows = `${base}Row, ${rowResultType(endpoint, base)}`
  return isFree ? `RowsCall<${rows}>` : `RowsCallAt<${rows}, ${type}>`
}

/** Returns a call's input except the region and its rows, and whether the input is optional. */
function inputOf(endpoint: EndpointFacts, base: string): { type: string; isFree: boolean } {
  const { params, query, body, upload } = endpoint
  const isQueryFree = query === undefined || !hasRequired(query)
  const parts = [
    ...(params === undefined ? [] : [`readonly params: ${base}Params`]),
    ...(query === undefined
      ? []
      : [`readonly query${isQueryFree ? '?' : ''}: ${base}Query${isQueryFree ? ' | undefined' : ''}`]),
    ...(body === undefined || callKind(endpoint) === 'rows' ? [] : [`readonly body: ${base}Body`]),
    ...(upload === undefined ? [] : ['readonly body: UploadedFile']),
  ]
  return {
    type: parts.length === 0 ? 'unknown' : `{ ${parts.join('; ')} }`,
    isFree: parts.every((part) => part.includes('query?')),
  }
}

function hasRequired(schema: NonNullable<EndpointFacts['query']>): boolean {
  const { required = [] } = jsonSchemaOf(schema) as Node
  return required.length > 0
}

function rowResultType({ response }: EndpointFacts, base: string): string {
  const { properties = {} } = jsonSchemaOf(response) as Node
  return properties['results'] === undefined ? 'null' : `${base}Answer['results'][number]`
}

/** Converts `order-costs.put` to `OrderCostsPut`. */
export function pascal(id: string): string {
  return id.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
