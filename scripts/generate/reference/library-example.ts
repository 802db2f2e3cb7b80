import type { EndpointFacts } from '../../../src/catalog/endpoint.ts'
import { jsonSchemaOf } from '../../../src/catalog/field-schema.ts'
import type { Node } from '../../../src/catalog/typed/type-text.ts'
import { callKind } from '../../../src/sdk/call-kind.ts'

/** Returns a library call with all required input. */
export function libraryExample(endpoint: EndpointFacts): string {
  const { id, params, body, upload, pin } = endpoint
  const call = `client.${id.split('.').map(camel).join('.')}`
  const region = pin === 'required' ? ["region: 'tr'"] : []
  const path = params === undefined ? [] : [`params: ${literal(exampleOf(jsonSchemaOf(params)))}`]
  if (callKind(endpoint) === 'rows') {
    const rest = [...path, ...region].join(', ')
    return `const { failed, rows } = await ${call}(${rowsOf(body)}${rest === '' ? '' : `, { ${rest} }`})`
  }
  const parts = [
    ...path,
    ...queryOf(endpoint),
    ...(body === undefined ? [] : [`body: ${literal(exampleOf(jsonSchemaOf(body)))}`]),
    ...(upload === undefined ? [] : [`body: { type: '${upload.types[0]}', bytes }`]),
    ...region,
  ]
  return `const answer = await ${call}(${parts.length === 0 ? '' : `{ ${parts.join(', ')} }`})`
}

function rowsOf(body: EndpointFacts['body']): string {
  const { items } = (body === undefined ? {} : exampleOf(jsonSchemaOf(body))) as { items?: unknown }
  return literal(items)
}

/** Only required fields. The schema cannot express that changes need a start. */
function queryOf({ query, paging }: EndpointFacts): string[] {
  if (query === undefined) return []
  if (paging === 'cursor') return ["query: { updatedAfter: '2026-01-01T00:00:00Z' }"]
  const example = literal(exampleOf(jsonSchemaOf(query)))
  return example === '{}' ? [] : [`query: ${example}`]
}

/** Converts `order-costs` to `orderCosts`. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the smallest value that a catalog schema accepts: required fields only. */
function exampleOf(schema: Node): unknown {
  const [example] = (schema['examples'] as readonly unknown[] | undefined) ?? []
  if (example !== undefined) return example
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [shape] = schema.anyOf ?? schema.oneOf ?? []
  if (shape !== undefined) return exampleOf(shape)
  return plainExample(schema)
}

function plainExample(schema: Node): unknown {
  const [type = 'string'] = [schema.type].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, field]) => [name, exampleOf(field)]),
      )
    case 'array':
      return [exampleOf(schema.items ?? {})]
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    default:
      return schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : 'text'
  }
}

/** Formats a value as TypeScript on one line, in this repository's style. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
