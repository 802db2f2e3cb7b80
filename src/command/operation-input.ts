import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import type { ArgInput, FlagInput } from '@oclif/core/interfaces'

import type { FieldFacts, Fields } from '../control/fields.ts'
import type { OperationFacts } from '../control/operation.ts'
import { readPairs } from '../tasks/pairs.ts'
import { readId } from '../tasks/record-id.ts'

/** How a field of an operation is typed on a command line, where that is not a flag with the field's own name. */
export interface Spelling {
  /** Name of the flag or argument. */
  readonly as?: string
  readonly isArgument?: true
  /** What stands for the value in the help. */
  readonly shows?: string
  /** Instead of the field's own words. */
  readonly about?: string
  /** Of what it is the id, and the command that lists them. */
  readonly idOf?: readonly [what: string, list: string]
  /** A flag without a value, which means this one. */
  readonly means?: string
  /** The words for its values. */
  readonly choices?: Readonly<Record<string, unknown>>
  /** What the texts mean that are typed: that of an argument, or those of a flag that may be given several times. */
  readonly read?: (texts: readonly string[]) => unknown
}

type Typed = Readonly<Record<string, unknown>>

/** A field as it is typed. */
interface TypedField extends Spelling {
  readonly name: string
  readonly as: string
  readonly field: FieldFacts
}

/** The fields that a person types, with their spelling; not those that are `known` without. */
export function typedFields(
  { params, query, body }: OperationFacts,
  spelling: Readonly<Record<string, Spelling | undefined>>,
  known: readonly string[],
): TypedField[] {
  const fields: Fields = { ...params, ...query, ...(body === 'open' ? {} : body) }
  return Object.entries(fields)
    .filter(([name]) => !known.includes(name))
    .map(([name, field]) => ({ as: kebab(name), ...spelling[name], name, field }))
}

/** In the order of the operation's fields: path parameters first. */
export function argsOf(fields: readonly TypedField[]): ArgInput {
  const own = fields.filter(({ isArgument }) => isArgument)
  return Object.fromEntries(
    own.map(({ as, field, about: description = field.about, choices }) => {
      const words = choices === undefined ? field.values : Object.keys(choices)
      return [as, Args.string({ required: true, description, ...(words && { options: [...words] }) })]
    }),
  )
}

export function flagsOf(fields: readonly TypedField[]): FlagInput {
  return Object.fromEntries(fields.filter(({ isArgument }) => !isArgument).map((typed) => [typed.as, flagOf(typed)]))
}

function flagOf(typed: TypedField): FlagInput[string] {
  const { as, field, shows = `<${as}>`, about: summary = field.about, means, read, idOf } = typed
  if (field.kind === 'bool' || means !== undefined) return Flags.boolean({ summary })
  const facts = { summary, helpValue: shows, ...(isRequired(field) && { required: true }) }
  if (field.kind === 'map' || read !== undefined) return Flags.string({ ...facts, multiple: true })
  if (field.kind === 'int' && idOf === undefined) return Flags.integer(facts)
  const { initial, values } = field
  const more = { ...(typeof initial === 'string' && { default: initial }), ...(values && { options: [...values] }) }
  return Flags.string({ ...facts, ...more })
}

function isRequired({ isOptional, initial }: FieldFacts): boolean {
  return isOptional !== true && initial === undefined
}

/** What was typed, as the operation takes it. Raises `usage.invalid`. */
export function inputOf(fields: readonly TypedField[], { args, flags }: { args: Typed; flags: Typed }): Typed {
  const given = (field: TypedField) => (field.isArgument ? args : flags)[field.as]
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, given(field))]))
}

function valueOf(field: TypedField, typed: unknown): unknown {
  if (typeof typed === 'string') return valueOfText(field, typed)
  if (field.means !== undefined) return typed === true ? field.means : undefined
  if (!Array.isArray(typed)) return typed
  const texts = typed.map(String)
  return field.field.kind === 'map' ? readPairs(`--${field.as}`, texts) : (field.read?.(texts) ?? texts)
}

function valueOfText({ idOf, choices, read }: TypedField, text: string): unknown {
  if (idOf !== undefined) return readId(text, ...idOf)
  if (choices !== undefined) return choices[text]
  return read === undefined ? text : read([text])
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
