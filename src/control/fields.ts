import { defined } from '../text/defined.ts'
/**
 * The fields of the control interface as plain data, so that a command can read them without a schema library: the client and the commands take their types
 * and flags from them, and the emulator makes the schemas that check what arrives (emulator/control/read-input.ts).
 */
export interface FieldFacts {
  readonly kind: 'text' | 'url' | 'decimal' | 'int' | 'bool' | 'list' | 'map' | 'object'
  /** In our own words; also the summary of the flag that gives it. */
  readonly about: string
  /** Of text its characters, of a list its rows, of a number its value. */
  readonly min?: number
  readonly max?: number
  /** What text must look like. */
  readonly pattern?: RegExp
  /** White space around the text is dropped. */
  readonly isTrimmed?: true
  /** A number is taken too, as its digits. */
  readonly takesNumbers?: true
  /** The only values that text may have. */
  readonly values?: readonly string[]
  /** Of each row of a list, each value of a map. */
  readonly of?: FieldFacts
  /** The members of an object. */
  readonly fields?: Fields
  readonly isOptional?: true
  readonly isNullable?: true
  /** Taken when it is left out. */
  readonly initial?: unknown
}

export type Fields = Readonly<Record<string, Field<unknown>>>

declare const types: unique symbol

/** A field with what a caller may give for it, and what the emulator's handler then has. */
export interface Field<Input, Checked = Input> extends FieldFacts {
  readonly [types]?: { readonly input: Input; readonly checked: Checked }
}

type FieldInput<F> = F extends { readonly [types]?: { readonly input: infer Input } } ? Input : never
type CheckedField<F> = F extends { readonly [types]?: { readonly checked: infer Checked } } ? Checked : never
type MayBeLeftOut<F> = { [Name in keyof F]: undefined extends FieldInput<F[Name]> ? Name : never }[keyof F]

/** What a caller gives for these fields; `undefined` counts as left out. */
export type FieldsInput<F extends Fields> = {
  readonly [Name in Exclude<keyof F, MayBeLeftOut<F>>]: FieldInput<F[Name]>
} & { readonly [Name in MayBeLeftOut<F>]?: FieldInput<F[Name]> }

type MayBeAbsent<F> = { [Name in keyof F]: undefined extends CheckedField<F[Name]> ? Name : never }[keyof F]

/** What a handler has of these fields, checked, with the initial values of those that were left out. */
export type CheckedFields<F extends Fields> = {
  readonly [Name in Exclude<keyof F, MayBeAbsent<F>>]: CheckedField<F[Name]>
} & { readonly [Name in MayBeAbsent<F>]?: CheckedField<F[Name]> }

type Facts<Names extends keyof FieldFacts> = Pick<FieldFacts, 'about' | Names>

export function text(facts: Facts<'min' | 'max' | 'pattern'>): Field<string> {
  return { kind: 'text', ...facts }
}

/** Text for a person to read: not empty, without white space around it. */
export function label(max: number, about: string): Field<string> {
  return { kind: 'text', about, min: 1, max, isTrimmed: true }
}

/** An absolute address. */
export function url(about: string): Field<string> {
  return { kind: 'url', about }
}

/** A region as a person names it. */
export function region(about: string): Field<string | number, string> {
  return { kind: 'text', about, takesNumbers: true }
}

/** A key from another system. Of a number every digit survives. */
export function key(about: string): Field<string | number, string> {
  return { kind: 'text', about, min: 1, max: 200, isTrimmed: true, takesNumbers: true }
}

/** Decimal text from 0, of a size that people write: nothing of it passes through a float. */
export function decimal(about: string, max?: number): Field<string> {
  return { kind: 'decimal', about, ...defined({ max }) }
}

export function int(facts: Facts<'min' | 'max'>): Field<number> {
  return { kind: 'int', ...facts }
}

/** The id of a record. */
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

/** Any names, each with a value of the same kind. */
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

/** `initial` is taken when the field is left out. */
export function orElse<Input, Checked>(
  field: Field<Input, Checked>,
  initial: Checked,
): Field<Input | undefined, Checked> {
  return { ...field, initial }
}
