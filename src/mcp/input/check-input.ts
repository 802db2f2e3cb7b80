import type { CheckedFields, FieldFacts, Fields } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { defined } from '../../text/defined.ts'
import { isObject } from '../../text/json.ts'
import { didYouMean } from '../../text/nearest.ts'
import { isRequired } from './input-schema.ts'

/** Maximum length of text in a field without its own limit: no tool needs more, and longer texts only cost time. */
const LONGEST_TEXT = 1_000_000

/**
 * Validates a call's arguments and adds defaults for missing ones. Raises `WrongInput`, which lists
 * every invalid argument without its value.
 */
export function checkInput(fields: Fields, args: unknown): CheckedFields<Fields> {
  const problems: string[] = []
  const input = read({ kind: 'object', about: '', fields }, args ?? {}, '', problems)
  if (problems.length > 0) throw new WrongInput(problems)
  return input as CheckedFields<Fields>
}

/** Invalid arguments of a call, described only in svcapp's words. */
export class WrongInput extends AppError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super('usage.invalid', 'Nothing was done, because the arguments are invalid.')
    this.problems = problems
  }
}

/** Returns the validated value; adds to `problems` what is wrong with this argument. */
function read(field: FieldFacts, value: unknown, place: string, problems: string[]): unknown {
  if (value === null && field.isNullable === true) return null
  const given = field.takesNumbers === true && typeof value === 'number' ? String(value) : value
  const wrong = wrongKind(field, given)
  if (wrong !== null) {
    problems.push(`${place === '' ? 'the arguments' : place}: ${wrong}`)
    return undefined
  }
  const { of, fields } = field
  if (fields !== undefined) return readMembers(fields, given as object, place, problems)
  if (of === undefined) return given
  if (Array.isArray(given)) return given.map((item, at) => read(of, item, `${place}[${at}]`, problems))
  const items = Object.entries(given as Readonly<Record<string, unknown>>)
  return Object.fromEntries(items.map(([name, item]) => [name, read(of, item, `a value of ${place}`, problems)]))
}

function readMembers(fields: Fields, value: object, place: string, problems: string[]): unknown {
  const prefix = place === '' ? '' : `${place}.`
  const members = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    if (member !== undefined) return [name, read(field, member, `${prefix}${name}`, problems)]
    if (isRequired(field)) problems.push(`${prefix}${name}: required`)
    return [name, field.initial]
  })
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
  const known = Object.keys(fields)
  for (const name of unknown) {
    // Text that does not look like a name is not repeated (T36).
    const shown = /^[a-z]\w{0,30}$/.test(name) ? `${prefix}${name}` : 'another name'
    problems.push([`${shown}: unknown field`, ...didYouMean(name, known)].join('. '))
  }
  if (unknown.length > 0) problems.push(`fields: ${known.join(', ') || 'none'}`)
  return defined(Object.fromEntries(members))
}

/** Returns what was expected; null if the value is valid. */
function wrongKind(field: FieldFacts, value: unknown): string | null {
  const { kind, min, max } = field
  if (kind === 'bool') return typeof value === 'boolean' ? null : 'true or false'
  if (kind === 'int') return isWithin(value, field) ? null : `a whole number${rangeWords(min, max)}`
  if (kind === 'list')
    return Array.isArray(value) && isLong(value.length, field) ? null : `an array${itemsText(min, max)}`
  if (kind === 'map' || kind === 'object') return isObject(value) ? null : 'an object'
  return wrongText(field, value)
}

function wrongText(field: FieldFacts, value: unknown): string | null {
  const { values } = field
  if (values !== undefined) return values.some((one) => one === value) ? null : `one of ${values.join(', ')}`
  return typeof value === 'string' ? textProblem(value, field) : 'text'
}

function textProblem(text: string, { pattern, min = 0, max = LONGEST_TEXT }: FieldFacts): string | null {
  if (text.length > max) return `at most ${max} characters`
  if (text.length < min) return `at least ${min} ${min === 1 ? 'character' : 'characters'}`
  return pattern?.test(text) === false ? `text that matches ${pattern.source}` : null
}

function isWithin(value: unknown, { min = -Infinity, max = Infinity }: FieldFacts): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}

function isLong(rows: number, { min = 0, max = Infinity }: FieldFacts): boolean {
  return rows >= min && rows <= max
}

function rangeWords(min: number | undefined, max: number | undefined): string {
  return `${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}`
}

function itemsText(min: number | undefined, max: number | undefined): string {
  return min === undefined || max === undefined ? '' : ` of ${min} to ${max} items`
}
