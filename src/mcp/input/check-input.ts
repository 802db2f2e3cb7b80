import type { FieldFacts, Fields, FieldsInput } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { isObject } from '../../text/json.ts'
import { isRequired } from './input-schema.ts'

/** The longest text that a field without its own limit takes: no tool needs more, and longer texts only cost time. */
const LONGEST_TEXT = 1_000_000

/** The arguments of a call as the fields of its tool. Raises `WrongInput`, which names every wrong argument without repeating its value. */
export function checkInput(fields: Fields, args: unknown): FieldsInput<Fields> {
  const problems = problemsOf({ kind: 'object', about: '', fields }, args ?? {}, '')
  if (problems.length === 0) return withInitials(fields, args ?? {})
  throw new WrongInput(problems)
}

/** What is wrong with the arguments of a call, in our words alone. */
export class WrongInput extends AppError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super('usage.invalid', 'Nothing was done, because of wrong arguments.')
    this.problems = problems
  }
}

function withInitials(fields: Fields, args: object): FieldsInput<Fields> {
  const initials = Object.entries(fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial]],
  )
  return { ...Object.fromEntries(initials), ...args } as FieldsInput<Fields>
}

function problemsOf(field: FieldFacts, value: unknown, place: string): string[] {
  if (value === null && field.isNullable === true) return []
  const wrong = wrongKind(field, value)
  if (wrong !== null) return [`${place === '' ? 'the arguments' : place}: ${wrong}`]
  const { of } = field
  if (Array.isArray(value)) return value.flatMap((item, at) => (of ? problemsOf(of, item, `${place}[${at}]`) : []))
  if (field.kind === 'map' && of !== undefined) {
    return Object.values(value as object).flatMap((item: unknown) => problemsOf(of, item, `a value of ${place}`))
  }
  return field.fields === undefined ? [] : problemsOfMembers(field.fields, value as object, place)
}

function problemsOfMembers(fields: Fields, value: object, place: string): string[] {
  const prefix = place === '' ? '' : `${place}.`
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name)).length
  const known = Object.entries(fields).flatMap(([name, field]) => {
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    if (member !== undefined) return problemsOf(field, member, `${prefix}${name}`)
    return isRequired(field) ? [`${prefix}${name}: it is required`] : []
  })
  if (unknown === 0) return known
  return [...known, `${unknown} more than these: ${Object.keys(fields).join(', ') || 'none are taken'}`]
}

/** What was expected; null where the value fits. */
function wrongKind(field: FieldFacts, value: unknown): string | null {
  const { kind, min, max } = field
  if (kind === 'bool') return typeof value === 'boolean' ? null : 'true or false'
  if (kind === 'int') return isWithin(value, field) ? null : `a whole number${rangeWords(min, max)}`
  if (kind === 'list')
    return Array.isArray(value) && isLong(value.length, field) ? null : `a list${rangeWords(min, max)}`
  if (kind === 'map' || kind === 'object') return isObject(value) ? null : 'an object'
  return wrongText(field, value)
}

function wrongText(field: FieldFacts, value: unknown): string | null {
  const { values, takesNumbers } = field
  const text = takesNumbers === true && typeof value === 'number' ? String(value) : value
  if (values !== undefined) return values.some((one) => one === text) ? null : `one of ${values.join(', ')}`
  return typeof text === 'string' ? textProblem(text, field) : 'text'
}

function textProblem(text: string, { pattern, min = 0, max = LONGEST_TEXT }: FieldFacts): string | null {
  if (text.length > max) return `at most ${max} characters`
  if (text.length < min) return `at least ${min} characters`
  return pattern?.test(text) === false ? `text that fits ${pattern.source}` : null
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
