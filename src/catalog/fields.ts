import { ExactNumber } from '../text/json.ts'
import * as z from './schema.ts'

export type FieldType = 'string' | 'int' | 'long' | 'decimal' | 'bool' | 'object' | 'date-time'

/** Facts of a field for users; flags, help and the emulator read it. */
export interface FieldFacts {
  readonly type: FieldType
  /** Description, not copied from the documentation. */
  readonly about: string
  readonly min?: number
  readonly max?: number
  readonly example?: unknown
  /** Values and their meanings. A field created by `oneOf` has only these; any other may have more. */
  readonly values?: Readonly<Record<string, string>>
}

/** Facts of every field that is declared by the functions below. */
export const fieldFacts = new WeakMap<z.ZodMiniType, FieldFacts>()

type Facts = Omit<FieldFacts, 'type'>

function known<S extends z.ZodMiniType>(schema: S, facts: FieldFacts): S {
  fieldFacts.set(schema, facts)
  return schema
}

/** Declares text; `min` and `max` count its characters. */
export function text(facts: Facts) {
  const schema = z.string()
  const { min, max } = facts
  const checked = schema.check(
    ...(min === undefined ? [] : [z.minLength(min)]),
    ...(max === undefined ? [] : [z.maxLength(max)]),
  )
  return known(checked, { type: 'string', ...facts })
}

/** Declares text with at least one character that is not white space; `max` counts its characters. */
export function filledText(facts: Facts) {
  const { max } = facts
  const filled = z.regex(/\S/, 'text other than whitespace')
  const checked = z.string().check(...(max === undefined ? [filled] : [filled, z.maxLength(max)]))
  return known(checked, { type: 'string', min: 1, ...facts })
}

/** Declares a SHA-256 in hex, in either case. */
export function sha256(facts: Facts) {
  return known(z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'the 64 hex digits of a SHA-256')), {
    type: 'string',
    min: 64,
    max: 64,
    ...facts,
  })
}

/** Declares one of a few values. */
export function oneOf<const V extends Readonly<Record<string, string>>>(values: V, facts: Omit<Facts, 'values'>) {
  // Object.keys widens the type; V has exactly these keys.
  const names = Object.keys(values) as [keyof V & string, ...(keyof V & string)[]]
  return known(z.enum(names), { type: 'string', values, ...facts })
}

/** Returns `A: published, P: draft.`; a value that equals its meaning appears alone. */
export function valuesText(values: Readonly<Record<string, string>>): string {
  return `${Object.entries(values)
    .map(([value, meaning]) => (value === meaning ? value : `${value}: ${meaning}`))
    .join(', ')}.`
}

export function bool(facts: Facts) {
  return known(z.boolean(), { type: 'bool', ...facts })
}

/** Declares a whole number that always fits a JavaScript number. */
export function int(facts: Facts) {
  const { min, max } = facts
  const checked = z
    .number()
    .check(z.int(), ...(min === undefined ? [] : [z.gte(min)]), ...(max === undefined ? [] : [z.lte(max)]))
  return known(checked, { type: 'int', ...facts })
}

/** Declares a 64-bit id in a body or a response. Above 2^53 it is an `ExactNumber` and keeps every digit. */
export function long(facts: Facts) {
  const min = facts.min ?? Number.MIN_SAFE_INTEGER
  const big = z.instanceof(ExactNumber).check(z.refine((value) => isWholeNumber(value, min)))
  return known(z.union([z.number().check(z.int(), z.gte(min)), big]), { type: 'long', ...facts })
}

/** Declares a 64-bit id in a path or query as decimal digits, so that it is never rounded. */
export function idText(facts: Facts) {
  return known(z.string().check(z.regex(/^[0-9]{1,19}$/, 'a number of at most 19 digits')), {
    type: 'long',
    ...facts,
  })
}

/** Declares an unrounded amount or quantity: `number` up to 15 significant digits, `ExactNumber` beyond. */
export function decimal(facts: Facts) {
  const { min } = facts
  const isAtLeast = (value: number) => min === undefined || value >= min
  const exact = z.instanceof(ExactNumber).check(z.refine((value) => isAtLeast(Number(value.source))))
  return known(z.union([z.number().check(z.refine(isAtLeast)), exact]), { type: 'decimal', ...facts })
}

/** Declares an object with undocumented fields, which is passed through unchanged. */
export function anyObject(facts: Facts) {
  return known(z.record(z.string(), z.unknown()), { type: 'object', ...facts })
}

/** Declares an object with names that the caller chooses and values that match `value`. */
export function mapOf<V extends z.ZodMiniType>(value: V, facts: Facts) {
  return known(z.record(z.string(), value), { type: 'object', ...facts })
}

/** Schema of each `looseRow`. */
export const looseRows = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** Declares a row of a bulk write. It allows any value, because each row is validated against `row` separately, and an invalid one fails alone. */
export function looseRow(row: z.ZodMiniType) {
  const schema = z.unknown()
  looseRows.set(schema, row)
  return schema
}

/** Declares a two-letter country code (ISO 3166-1). */
export function countryCode(facts: Facts) {
  return known(z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters, such as TR')), { type: 'string', ...facts })
}

/** Declares an ISO-8601 time in UTC in the platform's format. */
export function dateTime(facts: Facts) {
  return instant(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/, facts)
}

/** Declares an ISO-8601 time in UTC from a caller: `+00:00` is accepted too, because some languages write it. Other offsets are not. */
export function givenDateTime(facts: Facts) {
  return instant(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/, facts)
}

function instant(pattern: RegExp, facts: Facts) {
  return known(z.string().check(z.regex(pattern, 'a time in UTC, such as 2026-11-01T00:00:00Z')), {
    type: 'date-time',
    ...facts,
  })
}

function isWholeNumber(value: ExactNumber, min: number): boolean {
  return /^-?\d+$/.test(value.source) && BigInt(value.source) >= BigInt(min)
}
