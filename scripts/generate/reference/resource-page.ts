import { exampleOf } from '../../../src/call/input/example.ts'
import { assumptions } from '../../../src/catalog/assumptions/assumptions.ts'
import {
  API_PREFIX,
  type EndpointFacts,
  type Idempotency,
  type PinRule,
  type UploadFacts,
} from '../../../src/catalog/endpoint.ts'
import { commonErrors } from '../../../src/catalog/errors.ts'
import { fieldsOfObject, jsonSchemaOf } from '../../../src/catalog/field-schema.ts'
import { possibleErrors } from '../../../src/catalog/possible-errors.ts'
import { fieldRows, plain, rowOf, type FieldRow } from './field-rows.ts'
import { libraryExample } from './library-example.ts'

export const GENERATED = '<!-- Generated from src/catalog by `npm run generate`; do not edit it. -->'

/** Returns the reference page of one resource. */
export function resourcePage(resource: string, endpoints: readonly EndpointFacts[]): string {
  const list = endpoints.map(({ id, method, path, scope }) => [
    `[${id}](#${id.replaceAll('.', '')})`,
    `\`${method} ${API_PREFIX}${path}\``,
    code(scope ?? 'none'),
  ])
  return [
    GENERATED,
    `# ${resource}`,
    table(['operation', 'method and path', 'scope'], list),
    ...endpoints.flatMap(endpointSection),
    '',
  ].join('\n\n')
}

function endpointSection(endpoint: EndpointFacts): string[] {
  const { id, method, path, summary, params, query, body, upload, response } = endpoint
  return [
    `## ${id}`,
    plain(summary),
    `\`${method} ${API_PREFIX}${path}\``,
    table(['', ''], factsOf(endpoint)),
    ...fieldTable('Path', parameterRows(params)),
    ...fieldTable('Query', parameterRows(query)),
    ...fieldTable('Body', body === undefined ? [] : fieldRows(jsonSchemaOf(body))),
    ...fieldTable('Form (multipart/form-data)', upload === undefined ? [] : [uploadRow(upload)]),
    ...responseTable(fieldRows(jsonSchemaOf(response)), endpoint),
    ...errorTable(endpoint),
    ...assumedTable(endpoint),
    '**On the command line**',
    fence('sh', commandOf(endpoint)),
    '**In a program**',
    fence('ts', libraryExample(endpoint)),
  ]
}

const pinWords: Readonly<Record<PinRule, string>> = {
  required: 'required with a store-wide token (`X-Region-Id` or `?regionId`)',
  optional: 'optional with a store-wide token. Default: all regions',
  'not-needed': 'not needed, but validated if you send it',
  token: "ignored: the token's install scope decides",
}

function factsOf({ scope, pin, idempotency }: EndpointFacts): string[][] {
  return [
    ['scope', scope === null ? 'none' : code(scope)],
    ['region', pinWords[pin]],
    ['repeated call', repeatWords(idempotency)],
  ]
}

function repeatWords(idempotency: Idempotency): string {
  if (idempotency.kind === 'read') return 'safe, because it only reads'
  if (idempotency.kind === 'key') return `safe with the same \`${idempotency.field}\``
  return idempotency.kind === 'natural' ? `safe. ${plain(idempotency.why)}` : '**writes twice**'
}

function uploadRow({ field, about, types }: UploadFacts): FieldRow {
  return { path: field, type: 'file', isRequired: true, about, limits: `Types: ${types.join(', ')}` }
}

function parameterRows(schema: EndpointFacts['query']): FieldRow[] {
  if (schema === undefined) return []
  return fieldsOfObject(schema).map((field) => rowOf(field.schema, { path: field.name, isRequired: field.isRequired }))
}

function fieldTable(title: string, rows: readonly FieldRow[]): string[] {
  if (rows.length === 0) return []
  const cells = rows.map(({ path, type, isRequired, about, limits }) => [
    code(path),
    type,
    isRequired ? 'yes' : 'no',
    [about, limits === '' ? '' : `${upperFirst(limits)}.`].filter(Boolean).join(' '),
  ])
  return [`**${title}**`, table(['field', 'type', 'required', 'description'], cells)]
}

function responseTable(rows: readonly FieldRow[], { paging }: EndpointFacts): string[] {
  const title = paging === 'array' ? '**Response** (a JSON array)' : '**Response**'
  return [
    title,
    table(
      ['field', 'type', 'description'],
      rows.map(({ path, type, about }) => [code(path), type, about]),
    ),
  ]
}

/** Returns this endpoint's errors. The index has those that every call can get. */
function errorTable(endpoint: EndpointFacts): string[] {
  const rows = errorRows(endpoint)
  const every = '[errors of all calls](README.md#common-to-all-calls)'
  if (rows.length === 0) return [`**Errors**: only the ${every}.`]
  return [`**Errors** in addition to the ${every}`, table(['status', 'when', 'message'], rows)]
}

function errorRows(endpoint: EndpointFacts): string[][] {
  return possibleErrors(endpoint)
    .filter((error) => !commonErrors.includes(error))
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, when, message }) => [String(status), plain(when), message === undefined ? '' : code(message)])
}

/** Returns what the documents leave open for this endpoint, and how the emulator behaves. */
function assumedTable({ assumed }: EndpointFacts): string[] {
  const rows = assumptions
    .filter(({ id }) => assumed.includes(id))
    .map(({ id, question, choice }) => [id, plain(question), plain(choice)])
  return rows.length === 0 ? [] : ['**Assumed**', table(['id', 'open question', 'emulator'], rows)]
}

function commandOf(endpoint: EndpointFacts): string {
  const [example = ''] = exampleOf(endpoint)
  return example.replace('<%= config.bin %>', 'app')
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function code(text: string): string {
  return `\`${text}\``
}

function fence(language: string, text: string): string {
  return ['```' + language, text, '```'].join('\n')
}

/** Returns a Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), `|${' --- |'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
