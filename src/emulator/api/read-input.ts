import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { fieldFacts, type FieldFacts, type FieldType } from '../../catalog/fields.ts'
import * as z from '../../catalog/schema.ts'
import type { Settings } from '../../catalog/settings.ts'
import { parseJson } from '../../text/json.ts'
import { readUpload } from './read-upload.ts'
import { invalid, notFound, Refusal } from './rejection.ts'

type Schema = NonNullable<EndpointFacts['query']>

/** Enough for 500 product rows with long descriptions. The listener's own limit is higher. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Reads the checked path parameters. Text that cannot be an id matches no record, so it is a 404 (B10). */
export function readParams({ params, errors }: EndpointFacts, texts: Readonly<Record<string, string>>): unknown {
  if (params === undefined) return undefined
  const parsed = params.safeParse(texts)
  if (parsed.success) return parsed.data
  return notFound('id-malformed', errors.find(({ status }) => status === 404)?.message)
}

/** Returns the checked query or a 400. B16: page numbers out of range are rejected, or replaced by the nearest valid number. */
export type QueryReader = (sent: URLSearchParams, paging: Settings['paging']) => unknown

/** Creates a reader that converts query texts to the types of the endpoint's schema, with strict digits. */
export function queryReader({ query }: EndpointFacts): QueryReader {
  if (query === undefined) return () => undefined
  const fields = Object.entries(z.definitionOf(query).shape ?? {}).map(([name, schema]) => ({
    name,
    facts: factsOf(schema),
  }))
  return (sent, paging) => {
    const values: Record<string, unknown> = {}
    for (const { name, facts } of fields) {
      const { type } = facts
      const [text, ...more] = sent.getAll(name)
      if (text === undefined || (text === '' && type === 'string')) continue
      if (more.length > 0) return invalid(`${name} appears more than once.`)
      values[name] = paging === 'clamped' && pageFields.has(name) ? clamp(text, facts) : convert(text, type)
    }
    return check(query, values)
  }
}

/** Reads and checks a file, or a JSON body of at most 8 MiB with every digit. A longer or malformed body is a 400: no other status is documented. */
export async function readBody({ body, upload }: EndpointFacts, request: Request): Promise<unknown> {
  if (upload !== undefined) return readUpload(upload, request)
  if (body === undefined) return undefined
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return invalid('The body must be JSON, with Content-Type: application/json.')
  }
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return tooLarge()
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > MAX_BODY_BYTES) return tooLarge()
  const parsed = parseJson(decode(bytes))
  if (!parsed.ok) return invalid('The body is not valid JSON.')
  const unfit = unfitText(parsed.value)
  return unfit === null ? check(body, parsed.value) : invalid(`The body has ${unfit}.`)
}

/** Returns the parsed value, or a 400 with the first invalid field and without any sent value. `whole` describes the value itself. */
export function check<S extends Schema>(schema: S, value: unknown, whole = 'The body'): z.output<S> | Refusal {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = ownNames(issue?.path ?? []).join('.')
  if (issue?.code === 'too_big' && issue.origin === 'array' && path !== '') {
    return invalid(`${path} has ${lengthAt(value, issue.path)} entries. At most ${issue.maximum} are allowed.`)
  }
  return invalid(path === '' ? `${whole} must be a JSON object.` : `${path} is missing or invalid.`)
}

function lengthAt(value: unknown, path: readonly PropertyKey[]): number {
  const found = path.reduce((at, name) => Reflect.get(at as object, name) as unknown, value)
  return Array.isArray(found) ? found.length : 0
}

/** Cuts the path at the first key that is not spelled like our fields, because text chosen by the caller is not repeated (P13). */
function ownNames(path: readonly PropertyKey[]): PropertyKey[] {
  const end = path.findIndex((name) => typeof name !== 'number' && !/^[A-Za-z]{1,40}$/.test(String(name)))
  return path.slice(0, end === -1 ? undefined : end)
}

function tooLarge(): Refusal {
  return new Refusal(400, 'body-too-large', { message: 'The body is larger than 8 MiB.' })
}

/** Decodes UTF-8. Any other text becomes the empty text, which is also invalid JSON. */
function decode(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return ''
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns why text of a body is rejected, or null. Half a surrogate pair, such as `\ud800`, is stored as the
 * same character as any other half, so two keys would become one. A schema silently drops the name `__proto__`.
 */
function unfitText(value: unknown): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : NO_UNICODE
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const unfit = unfitName(key) ?? unfitText(inner)
    if (unfit !== null) return unfit
  }
  return null
}

function unfitName(name: string): string | null {
  if (name === '__proto__') return 'a field named __proto__'
  return name.isWellFormed() ? null : NO_UNICODE
}

const NO_UNICODE = 'text that is not valid Unicode'

function convert(text: string, type: FieldType): unknown {
  if (type === 'int') return /^\d{1,15}$/.test(text) ? Number(text) : NOT_OF_TYPE
  if (type === 'bool') return text === 'true' ? true : text === 'false' ? false : NOT_OF_TYPE
  return text
}

const pageFields: ReadonlySet<string> = new Set(['page', 'pageSize', 'limit', 'offset'])

/** Returns the nearest whole number that the field accepts. Any other text stays unchanged and is rejected. */
function clamp(text: string, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: FieldFacts): unknown {
  return /^-?\d{1,15}$/.test(text) ? Math.min(max, Math.max(min, Number(text))) : NOT_OF_TYPE
}

/** Every schema rejects this value, so text of the wrong type is not treated as absent. */
const NOT_OF_TYPE = Symbol('wrong type')

function factsOf(schema: Schema): FieldFacts {
  let inner: Schema | undefined = schema
  while (inner !== undefined) {
    const facts = fieldFacts.get(inner)
    // An id in a path or query is sent as digits.
    if (facts !== undefined) return facts
    inner = z.definitionOf(inner).innerType
  }
  return { type: 'string', about: '' }
}
