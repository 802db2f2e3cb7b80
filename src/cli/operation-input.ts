import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import type { ArgInput, FlagInput } from '@oclif/core/interfaces'

import type { FieldFacts, Fields } from '../control/fields.ts'
import type { OperationFacts } from '../control/operation.ts'
import { readPairs } from './values/pairs.ts'
import { readId } from './values/record-id.ts'

/** How users type an operation's field, if not as a flag with the field's name. */
export interface Spelling {
  /** Name of the flag or argument. */
  readonly as?: string
  readonly isArgument?: true
  /** Placeholder for the value in the help. */
  readonly shows?: string
  /** Description that replaces the field's own. */
  readonly about?: string
  /** Object that the id identifies, and the command that lists the ids. */
  readonly idOf?: readonly [what: string, list: string]
  /** Value that a flag without a value stands for. */
  readonly means?: string
  /** Allowed words and the values that they stand for. */
  readonly choices?: Readonly<Record<string, unknown>>
  /** Converts the typed texts: one of an argument, or all of a repeatable flag. */
  readonly read?: (texts: readonly string[]) => unknown
}

type Typed = Readonly<Record<string, unknown>>

/** A field with its spelling on the command line. */
interface TypedField extends Spelling {
  readonly name: string
  readonly as: string
  readonly field: FieldFacts
}

/** Returns the fields that users type, with their spelling, and without the `known` ones. */
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

/** Returns the arguments in the operation's field order: path parameters first. */
export function buildArgs(fields: readonly TypedField[]): ArgInput {
  const own = fields.filter(({ isArgument }) => isArgument)
  return Object.fromEntries(
    own.map(({ as, field, about: description = field.about, choices }) => {
      const words = choices === undefined ? field.values : Object.keys(choices)
      return [as, Args.string({ required: true, description, ...(words && { options: [...words] }) })]
    }),
  )
}

export function buildFlags(fields: readonly TypedField[]): FlagInput {
  return Object.fromEntries(fields.filter(({ isArgument }) => !isArgument).map((typed) => [typed.as, buildFlag(typed)]))
}

function buildFlag(typed: TypedField): FlagInput[string] {
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

/** Converts the typed values to the operation's input. Raises `usage.invalid`. */
export function readInput(fields: readonly TypedField[], { args, flags }: { args: Typed; flags: Typed }): Typed {
  const given = (field: TypedField) => (field.isArgument ? args : flags)[field.as]
  return Object.fromEntries(fields.map((field) => [field.name, readValue(field, given(field))]))
}

function readValue(field: TypedField, typed: unknown): unknown {
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
