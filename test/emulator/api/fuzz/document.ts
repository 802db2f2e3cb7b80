import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import { openApi } from '../../../../src/catalog/openapi.ts'

/** A JSON Schema as far as it is read here. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly contentMediaType?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Media type and schema of the body; null for none. */
  readonly body: { readonly type: string; readonly schema: Schema } | null
  readonly statuses: ReadonlySet<number>
  /** Whether an answer of this status is what the document promises. */
  readonly fits: (status: number, body: unknown) => string | null
}

interface DocumentedCall {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

const document = openApi()
const ajv = new Ajv2020({
  strict: false,
  formats: { decimal: true, int64: true, binary: true, 'date-time': isDateTime },
})
ajv.addSchema(document, 'openapi.json')

/** Every operation of the document, with its references followed. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  // The document is made of plain data; its shape is checked by test/catalog/openapi.test.ts.
  Object.entries(methods as unknown as Readonly<Record<string, DocumentedCall>>).map(([method, written]) =>
    operationOf(path, method, written),
  ),
)

function operationOf(path: string, method: string, written: DocumentedCall): Operation {
  const [type, media] = Object.entries(written.requestBody?.content ?? {})[0] ?? []
  const checks = new Map<string, ValidateFunction>()
  for (const [status, { content }] of Object.entries(written.responses)) {
    const schema = content?.['application/json']?.schema
    if (schema !== undefined) checks.set(status, compile(schema))
  }
  return {
    id: written.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (written.parameters ?? []).map((one) => follow(one)),
    body: type === undefined || media === undefined ? null : { type, schema: follow(media.schema) },
    statuses: new Set(Object.keys(written.responses).map(Number)),
    fits: (status, body) => {
      const check = checks.get(String(status))
      return check === undefined || check(body) ? null : ajv.errorsText(check.errors)
    },
  }
}

function compile(schema: Schema): ValidateFunction {
  return ajv.compile(schema.$ref === undefined ? schema : { $ref: `openapi.json${schema.$ref}` })
}

/** What a `#/components/…` reference stands for; anything else as it is. */
function follow<T extends { readonly $ref?: string }>(part: T): T {
  if (part.$ref === undefined) return part
  let found: unknown = document
  for (const name of part.$ref.split('/').slice(1)) found = (found as Readonly<Record<string, unknown>>)[name]
  return found as T
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The operation that a path means, read by the document alone; null for a path that is not in it. */
export function operationAt(method: string, pathname: string): Operation | null {
  const parts = pathname.split('/')
  const found = operations.filter((operation) => {
    const template = operation.path.split('/')
    return (
      operation.method === method &&
      template.length === parts.length &&
      template.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
    )
  })
  // A literal path wins over one with a parameter (OpenAPI 3.1, Paths Object).
  return found.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0] ?? null
}
