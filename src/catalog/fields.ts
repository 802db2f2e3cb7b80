import { ExactNumber } from '../text/json.ts'
import * as z from './schema.ts'

export type FieldType = 'string' | 'int' | 'long' | 'decimal' | 'bool' | 'object' | 'date-time'

/** What a person needs to know of a field; flags, help and the emulator read it. */
export interface FieldFacts {
  readonly type: FieldType
  /** In our own words. */
  readonly about: string
  readonly min?: number
  readonly max?: number
  readonly example?: unknown
  /** Values with what each means. The only ones of a field made by `oneOf`; of any other the known ones, beside which there may be more. */
  readonly values?: Readonly<Record<string, string>>
}

/** The facts of every field that is declared by the makers below. */
export const fieldFacts = new WeakMap<z.ZodMiniType, FieldFacts>()

type Facts = Omit<FieldFacts, 'type'>

function known<S extends z.ZodMiniType>(schema: S, facts: FieldFacts): S {
  fieldFacts.set(schema, facts)
  return schema
}

/** Text; `min` and `max` count its characters. */
export function text(facts: Facts) {
  const schema = z.string()
  const { min, max } = facts
  const checked = schema.check(
    ...(min === undefined ? [] : [z.minLength(min)]),
    ...(max === undefined ? [] : [z.maxLength(max)]),
  )
  return known(checked, { type: 'string', ...facts })
}

/** Text with at least one character that is not white space; `max` counts its characters. */
export function filledText(facts: Facts) {
  const { max } = facts
  const filled = z.regex(/\S/, 'text other than whitespace')
  const checked = z.string().check(...(max === undefined ? [filled] : [filled, z.maxLength(max)]))
  return known(checked, { type: 'string', min: 1, ...facts })
}

/** A SHA-256 in hex, in either case. */
export function sha256(facts: Facts) {
  return known(z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'the 64 hex digits of a SHA-256')), {
    type: 'string',
    min: 64,
    max: 64,
    ...facts,
  })
}

/** One of a few values and nothing else. */
export function oneOf<const V extends Readonly<Record<string, string>>>(values: V, facts: Omit<Facts, 'values'>) {
  // Object.keys widens; the keys are those of V.
  const names = Object.keys(values) as [keyof V & string, ...(keyof V & string)[]]
  return known(z.enum(names), { type: 'string', values, ...facts })
}

/** `A: published, P: draft.`; a value that is its own meaning stands alone. */
export function valuesText(values: Readonly<Record<string, string>>): string {
  return `${Object.entries(values)
    .map(([value, meaning]) => (value === meaning ? value : `${value}: ${meaning}`))
    .join(', ')}.`
}

/** True or false. */
export function bool(facts: Facts) {
  return known(z.boolean(), { type: 'bool', ...facts })
}

/** A whole number that always fits a JavaScript number. */
export function int(facts: Facts) {
  const { min, max } = facts
  const checked = z
    .number()
    .check(z.int(), ...(min === undefined ? [] : [z.gte(min)]), ...(max === undefined ? [] : [z.lte(max)]))
  return known(checked, { type: 'int', ...facts })
}

/** A 64-bit id in a body or an answer. Above 2^53 it arrives as `ExactNumber` and keeps every digit. */
export function long(facts: Facts) {
  const min = facts.min ?? Number.MIN_SAFE_INTEGER
  const big = z.instanceof(ExactNumber).check(z.refine((value) => isWholeNumber(value, min)))
  return known(z.union([z.number().check(z.int(), z.gte(min)), big]), { type: 'long', ...facts })
}

/** A 64-bit id in a path or query, as its decimal digits: nothing is rounded on the way. */
export function idText(facts: Facts) {
  return known(z.string().check(z.regex(/^[0-9]{1,19}$/, 'a number of at most 19 digits')), {
    type: 'long',
    ...facts,
  })
}

/** An amount or quantity, unrounded: `number` up to 15 significant digits, `ExactNumber` beyond. */
export function decimal(facts: Facts) {
  const { min } = facts
  const isAtLeast = (value: number) => min === undefined || value >= min
  const exact = z.instanceof(ExactNumber).check(z.refine((value) => isAtLeast(Number(value.source))))
  return known(z.union([z.number().check(z.refine(isAtLeast)), exact]), { type: 'decimal', ...facts })
}

/** An object whose fields the documents do not show; it passes through as it is. */
export function anyObject(facts: Facts) {
  return known(z.record(z.string(), z.unknown()), { type: 'object', ...facts })
}

/** An object of names that the caller chooses, each with a value that `value` takes. */
export function mapOf<V extends z.ZodMiniType>(value: V, facts: Facts) {
  return known(z.record(z.string(), value), { type: 'object', ...facts })
}

/** What a row of `looseRow` must be. */
export const looseRows = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** A row of a bulk write: anything may stand there, for each row is held against `row` by itself, and a wrong one fails alone. */
export function looseRow(row: z.ZodMiniType) {
  const schema = z.unknown()
  looseRows.set(schema, row)
  return schema
}

/** A country as ISO-2 writes it. */
export function countryCode(facts: Facts) {
  return known(z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters, such as TR')), { type: 'string', ...facts })
}

/** ISO-8601 in UTC, as the platform writes it. */
export function dateTime(facts: Facts) {
  return instant(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/, facts)
}

/** ISO-8601 in UTC, as a caller may write it: `+00:00` is UTC too, and what some languages write for it. Another offset is not. */
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
