import { defined } from '../text/defined.ts'
/**
 * The fields of the control interface as plain data, so that commands can read them without a
 * schema library. The client and commands derive types and flags from them, the emulator its input
 * schemas (emulator/control/read-input.ts).
 */
export interface FieldFacts {
  readonly kind: 'text' | 'url' | 'decimal' | 'int' | 'bool' | 'list' | 'map' | 'object'
  /** Description, which is also the summary of its flag. */
  readonly about: string
  /** Limit for the characters of text, the rows of a list or the value of a number. */
  readonly min?: number
  readonly max?: number
  /** Pattern that text must match. */
  readonly pattern?: RegExp
  /** Whether text is trimmed. */
  readonly isTrimmed?: true
  /** Whether numbers are accepted, as their digits. */
  readonly takesNumbers?: true
  /** Allowed values of text. */
  readonly values?: readonly string[]
  /** Field of each row of a list or each value of a map. */
  readonly of?: FieldFacts
  /** Members of an object. */
  readonly fields?: Fields
  readonly isOptional?: true
  readonly isNullable?: true
  /** Default value. */
  readonly initial?: unknown
}

export type Fields = Readonly<Record<string, Field<unknown>>>

declare const types: unique symbol

/** A field with its input type and the checked type that the emulator's handler receives. */
export interface Field<Input, Checked = Input> extends FieldFacts {
  readonly [types]?: { readonly input: Input; readonly checked: Checked }
}

type FieldInput<F> = F extends { readonly [types]?: { readonly input: infer Input } } ? Input : never
type CheckedField<F> = F extends { readonly [types]?: { readonly checked: infer Checked } } ? Checked : never
type MayBeLeftOut<F> = { [Name in keyof F]: undefined extends FieldInput<F[Name]> ? Name : never }[keyof F]

/** The input for these fields. `undefined` counts as missing. */
export type FieldsInput<F extends Fields> = {
  readonly [Name in Exclude<keyof F, MayBeLeftOut<F>>]: FieldInput<F[Name]>
} & { readonly [Name in MayBeLeftOut<F>]?: FieldInput<F[Name]> }

type MayBeAbsent<F> = { [Name in keyof F]: undefined extends CheckedField<F[Name]> ? Name : never }[keyof F]

/** The checked fields that a handler receives, with defaults for missing ones. */
export type CheckedFields<F extends Fields> = {
  readonly [Name in Exclude<keyof F, MayBeAbsent<F>>]: CheckedField<F[Name]>
} & { readonly [Name in MayBeAbsent<F>]?: CheckedField<F[Name]> }

type Facts<Names extends keyof FieldFacts> = Pick<FieldFacts, 'about' | Names>

export function text(facts: Facts<'min' | 'max' | 'pattern'>): Field<string> {
  return { kind: 'text', ...facts }
}

/** Text for users: not empty, trimmed. */
export function label(max: number, about: string): Field<string> {
  return { kind: 'text', about, min: 1, max, isTrimmed: true }
}

/** An absolute URL. */
export function url(about: string): Field<string> {
  return { kind: 'url', about }
}

/** A region by id, code, country or currency. */
export function region(about: string): Field<string | number, string> {
  return { kind: 'text', about, takesNumbers: true }
}

/** A key from another system. A number keeps every digit. */
export function key(about: string): Field<string | number, string> {
  return { kind: 'text', about, min: 1, max: 200, isTrimmed: true, takesNumbers: true }
}

/** Decimal text from 0. It is never converted to a float. */
export function decimal(about: string, max?: number): Field<string> {
  return { kind: 'decimal', about, ...defined({ max }) }
}

export function int(facts: Facts<'min' | 'max'>): Field<number> {
  return { kind: 'int', ...facts }
}

/** A record id. */
export function id(about: string): Field<number> {
  return { kind: 'int', about, min: 1 }
}

export function bool(about: string): Field<boolean> {
  return { kind: 'bool', about }
}

export function oneOf<const Value extends string>(values: readonly Value[], about: string): Field<Value> {
  return { kind: 'text', about, values }
}

export function listOf<Input, Checked>(
  of: Field<Input, Checked>,
  facts: Facts<'min' | 'max'>,
): Field<readonly Input[], readonly Checked[]> {
  return { kind: 'list', of, ...facts }
}

/** A map of any names to values of one kind. */
export function mapOf<Input, Checked>(
  of: Field<Input, Checked>,
  facts: Facts<'min'>,
): Field<Readonly<Record<string, Input>>, Readonly<Record<string, Checked>>> {
  return { kind: 'map', of, ...facts }
}

export function objectOf<const F extends Fields>(fields: F, about: string): Field<FieldsInput<F>, CheckedFields<F>> {
  return { kind: 'object', about, fields }
}

export function optional<Input, Checked>(field: Field<Input, Checked>): Field<Input | undefined, Checked | undefined> {
  return { ...field, isOptional: true }
}

export function nullable<Input, Checked>(field: Field<Input, Checked>): Field<Input | null, Checked | null> {
  return { ...field, isNullable: true }
}

/** Uses `initial` if the field is missing. */
export function orElse<Input, Checked>(
  field: Field<Input, Checked>,
  initial: Checked,
): Field<Input | undefined, Checked> {
  return { ...field, initial }
}
