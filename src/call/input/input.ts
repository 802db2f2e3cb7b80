import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import { escapeCell } from '../../text/escape.ts'
import { isObject, parseJson, rawJson } from '../../text/json.ts'
import { checkFields } from './check-fields.ts'
import { isCsv, openCsvRows } from './csv-rows.ts'
import { listFields, listRowFields, type Field } from './fields.ts'
import { listScalars } from './flags.ts'
import { DATA_ADVICE, notJson, type GivenText } from './not-json.ts'
import { openData, type DataSource } from './read-data.ts'
import { repeatedRowDoubts } from './repeated-rows.ts'
import type { RequestInput } from './request-input.ts'
import { unknownFieldDoubts } from './unknown-fields.ts'

export type InputValues = Readonly<Record<string, unknown>>

export interface TypedInput {
  readonly args: InputValues
  readonly flags: InputValues
  /** Folder that `@file` is relative to. */
  readonly cwd: string
}

/**
 * Builds the endpoint's input from the typed values. Raises `usage.invalid` with every invalid
 * field: the platform would reject it too, and `app call raw` sends anything unchanged.
 */
export function assembleInput(endpoint: EndpointFacts, typed: TypedInput): RequestInput {
  // The parser returns text for arguments, and text, numbers or booleans for flags.
  const params = pick(listFields(endpoint.params), ({ name }) => typed.args[name]) as RequestInput['params']
  const query = pick(listFields(endpoint.query), ({ flag }) => typed.flags[flag]) as RequestInput['query']
  checkFields(endpoint.params, { value: params, what: 'argument' })
  checkFields(endpoint.query, { value: query, what: 'flag' })
  if (endpoint.body === undefined) return { params, query, body: undefined }
  const fields = pick(listScalars(endpoint), (field) => bodyValue(field, typed.flags))
  const { data } = typed.flags
  const given = typeof data === 'string' ? openData(data, typed.cwd) : null
  const single = { ...fields, ...bodyFields(typed.flags) }
  if (given !== null && isCsv(given.start, data)) {
    const rows = csvRowsOf(endpoint, given, { data: String(data), isAlone: Object.keys(single).length === 0 })
    return { params, query, body: undefined, rows, doubts: rows.doubts }
  }
  const text = assembleBody(single, typed, given)
  const body = asRows(endpoint, text)
  const sent = readJson(body, 'The body', { text, data, cwd: typed.cwd })
  // Before the validation, which would report a misspelled field as a missing one.
  const unknown = unknownFieldDoubts(endpoint, sent)
  checkFields(endpoint.body, { value: sent, what: 'field', rowsFrom: endpoint.rows && 0 })
  const doubts = [...unknown, ...repeatedRowDoubts(endpoint, sent)]
  return { params, query, body, ...(doubts.length === 0 ? {} : { doubts }) }
}

/** Wraps a bare array of rows, which `--failed-out` writes, as a bulk body. It is wrapped as text to keep every digit as typed. */
function asRows(endpoint: EndpointFacts, body: string): string {
  return endpoint.rows !== undefined && /^\s*\[/.test(body) ? `{"items":${body}}` : body
}

/** Opens CSV, which is read in parts if possible. Raises `usage.invalid`. */
function csvRowsOf(
  endpoint: EndpointFacts,
  given: DataSource,
  { data, isAlone }: { readonly data: string; readonly isAlone: boolean },
): ReturnType<typeof openCsvRows> {
  const name = `--data ${escapeCell(data)} is CSV, but`
  if (endpoint.rows === undefined || listRowFields(endpoint.body).length === 0) {
    throw new AppError('usage.invalid', `${name} ${endpoint.id} does not accept rows.`, {
      suggestions: ['Use a JSON object.'],
    })
  }
  if (!isAlone) throw new AppError('usage.invalid', `${name} field flags cannot be combined with CSV.`)
  return openCsvRows(endpoint, given, data)
}

/** Returns the body of a call: `--data` unchanged, or with single fields that override its members. */
export function assembleBody(
  fields: InputValues,
  { flags, cwd }: Pick<TypedInput, 'flags' | 'cwd'>,
  given: DataSource | null,
): string {
  const { data } = flags
  const text = given === null ? data : [...given.parts()].join('')
  if (typeof text === 'string' && Object.keys(fields).length === 0) return text
  const base = typeof text === 'string' ? readJson(text, '--data', { text, data, cwd }) : {}
  if (!isObject(base)) {
    throw new AppError('usage.invalid', '--data is not a JSON object, so it cannot be combined with field flags.')
  }
  return JSON.stringify({ ...base, ...fields })
}

/** Reads `-f key=value` as text and `-F key=json` as JSON; later ones override earlier ones. */
export function bodyFields(flags: InputValues): Record<string, unknown> {
  const texts = pairs(flags['raw-field'], '-f').map(([key, value]) => [key, value] as const)
  const values = pairs(flags['field'], '-F').map(([key, value]) => [key, exactJson(key, value)] as const)
  return Object.fromEntries([...texts, ...values])
}

/** Splits `key=value` texts into pairs. Raises `usage.invalid` for one without `=` or without a key. */
export function pairs(given: unknown, flag: string): (readonly [string, string])[] {
  const texts = Array.isArray(given) ? (given as string[]) : []
  return texts.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new AppError('usage.invalid', `${flag} expects key=value, not ${text}.`)
    return [text.slice(0, at), text.slice(at + 1)] as const
  })
}

function pick(fields: readonly Field[], valueOf: (field: Field) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function bodyValue(field: Field, flags: InputValues): unknown {
  const value = flags[field.flag]
  return typeof value === 'string' && !field.isText ? number(field, value) : value
}

/** Keeps the digits as typed, because a float would change them. */
function number({ flag }: Field, text: string): unknown {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text))
    throw new AppError('usage.invalid', `--${flag} expects a number, not ${text}.`)
  return rawJson(text)
}

/** Validates JSON and returns it as typed. */
function exactJson(key: string, text: string): unknown {
  const value = readJson(text, `-F ${key}`)
  return typeof value === 'object' && value !== null ? value : rawJson(text.trim())
}

function readJson(text: string, what: string, given?: GivenText): unknown {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed.value
  if (given !== undefined && parsed.reason === 'malformed') throw notJson(what, given)
  throw new AppError(
    'usage.invalid',
    `${what} is ${parsed.reason === 'too-deep' ? 'nested too deeply' : 'not JSON'}.`,
    {
      suggestions: [adviceFor(what)],
    },
  )
}

function adviceFor(what: string): string {
  return what.startsWith('-F')
    ? 'For text, use -f. -F accepts a number, true, false, null, or a JSON array or object.'
    : DATA_ADVICE
}
