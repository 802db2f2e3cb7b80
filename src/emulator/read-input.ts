import * as z from '../catalog/schema.ts'
import type { FieldFacts, Fields } from '../control/fields.ts'
import type { OperationFacts, CheckedBody } from '../control/operation.ts'
import { AppError } from '../errors.ts'
import { ExactNumber } from '../text/json.ts'

type Schema = z.ZodMiniType
type Values = Readonly<Record<string, unknown>>

/** Checks all input of an operation. Raises errors of `readInput`. */
export type InputReader = (given: { readonly params: Values; readonly query: Values; readonly body: Values }) => Values

/** Creates the schemas of an operation once. */
export function inputReader(operation: OperationFacts): InputReader {
  const address = buildSchema({ ...operation.params, ...operation.query })
  const inAddress = { ...operation.params, ...operation.query }
  return ({ params, query, body }) => {
    const texts = { ...known(operation.query ?? {}, query), ...params }
    return { ...readBody(operation, body), ...check(operation, address, fromTexts(inAddress, texts)) }
  }
}

function readBody(operation: OperationFacts, given: Values): Values {
  if (operation.body === 'open') return given
  return operation.body === undefined ? {} : (readInput(operation, given) as Values)
}

/**
 * Checks an operation's body and fills in defaults, whether it comes over the wire or from a form. Raises
 * `emulator.bad-request`, or the operation's own error code, with the name of the first invalid field.
 */
export function readInput<O extends OperationFacts>(operation: O, given: unknown): CheckedBody<O> {
  const { body = {} } = operation
  // The schema is built from the same fields as the type.
  return check(operation, bodySchema(operation, body === 'open' ? {} : body), given) as CheckedBody<O>
}

const schemas = new WeakMap<OperationFacts, Schema>()

function bodySchema(operation: OperationFacts, fields: Fields): Schema {
  const schema = schemas.get(operation) ?? buildSchema(fields)
  schemas.set(operation, schema)
  return schema
}

function check(operation: OperationFacts, schema: Schema, given: unknown): Values {
  const parsed = schema.safeParse(given)
  // The schemas are objects.
  if (parsed.success) return parsed.data as Values
  throw rejected(operation, parsed.error.issues[0])
}

function rejected({ refusal, hint, refusedAs }: OperationFacts, issue: z.core.$ZodIssue | undefined): AppError {
  const path = pathText(issue?.path ?? [])
  const field = path || 'input'
  const problem = issue?.message
  const words =
    refusal === undefined ? `${field}: ${problem}.` : `${refusal} with ${rejectedPart(path, issue)}.${whyText(problem)}`
  return new AppError(refusedAs ?? 'emulator.bad-request', words, {
    suggestions: hint === undefined ? [] : [hint],
    details: refusedAs === undefined ? {} : { field },
  })
}

function rejectedPart(path: string, issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return unknownFields(issue.keys)
  return path === '' ? 'this input' : `this value for ${path}`
}

function unknownFields(names: readonly string[] = []): string {
  return `the unknown ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}`
}

/** Formats a path as a program would write it: `orders[17].region`. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => text + (typeof part === 'number' ? `[${part}]` : `${text && '.'}${String(part)}`),
    '',
  )
}

/** Returns one of our own problem texts as a sentence, or an empty text for one from the library. */
function whyText(problem = ''): string {
  return /^(?:must|may|does) /.test(problem) ? ` It ${problem}.` : ''
}

function buildSchema(fields: Fields): Schema {
  const members = Object.entries(fields).map(([name, field]): [string, Schema] => [name, fieldSchema(field)])
  const known = Object.keys(fields).join(', ') || 'nothing'
  return z.strictObject(Object.fromEntries(members), {
    error: ({ code, keys }: { readonly code?: string; readonly keys?: readonly string[] }) =>
      code === 'unrecognized_keys' ? `has ${unknownFields(keys)} (known: ${known})` : 'must be an object',
  })
}

function fieldSchema(field: FieldFacts): Schema {
  const value = valueSchemas[field.kind](field)
  const orNull = field.isNullable ? z.nullable(value) : value
  if (field.initial !== undefined) return z._default(orNull, field.initial)
  return field.isOptional ? z.optional(orNull) : orNull
}

const valueSchemas: Readonly<Record<FieldFacts['kind'], (field: FieldFacts) => Schema>> = {
  text: textSchema,
  url: () => z.url({ error: 'must be a URL' }),
  decimal: ({ max = Infinity }) =>
    z.string({ error: 'must be a decimal number in a string' }).check(
      z.regex(/^\d{1,15}(\.\d{1,6})?$/, { error: 'must be a decimal number of at least 0' }),
      z.refine((decimal) => Number(decimal) <= max, { error: `must be at most ${max}` }),
    ),
  int: ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }) =>
    z
      .int({ error: 'must be a whole number' })
      .check(z.gte(min, { error: `must be at least ${min}` }), z.lte(max, { error: `must be at most ${max}` })),
  bool: () => z.boolean({ error: 'must be true or false' }),
  list: ({ of, min = 0, max = Infinity }) =>
    z.array(of === undefined ? z.unknown() : fieldSchema(of), { error: 'must be an array' }).check(
      z.refine(({ length }) => length >= min, { error: 'must not be empty' }),
      z.refine(({ length }) => length <= max, { error: `may have at most ${max} rows` }),
    ),
  map: ({ of, min = 0 }) =>
    z
      .record(z.string(), of === undefined ? z.unknown() : fieldSchema(of), { error: 'must be an object' })
      .check(z.refine((map) => Object.keys(map).length >= min, { error: 'must not be empty' })),
  object: ({ fields = {} }) => buildSchema(fields),
}

function textSchema({ values, min = 0, max = Infinity, pattern = /^/, isTrimmed, takesNumbers }: FieldFacts): Schema {
  if (values !== undefined) return z.enum([...values], { error: `must be ${listed(values)}` })
  const schema = z.string({ error: 'must be text' }).check(
    ...(isTrimmed ? [z.trim()] : []),
    z.refine((text) => text.length >= min, { error: 'must not be empty' }),
    z.refine((text) => text.length <= max, { error: `may have at most ${max} characters` }),
    z.refine((text) => pattern.test(text), { error: 'does not match the required format' }),
  )
  if (takesNumbers === undefined) return schema
  const digits = z.union([z.number(), z.instanceof(ExactNumber)])
  return z.union([z.pipe(digits, z.transform(String)), schema], { error: 'must be text or a number' })
}

function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

/** Other query parameters are ignored. */
function known(fields: Fields, given: Values): Values {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(fields, name)))
}

/** Numbers in an address are digits. Anything else stays text, which a number's schema rejects. */
function fromTexts(fields: Fields, texts: Values): Values {
  const read = ([name, text]: [string, unknown]): [string, unknown] => [
    name,
    fields[name]?.kind === 'int' && /^\d{1,15}$/.test(String(text)) ? Number(text) : text,
  ]
  return Object.fromEntries(Object.entries(texts).map(read))
}
