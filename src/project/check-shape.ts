import { defined } from '../text/defined.ts'
import { isObject } from '../text/json.ts'
import { nearest } from '../text/nearest.ts'
import type { ListShape, NumberShape, Shape, TableShape, TablesShape, TextShape } from './shape.ts'

/** Keys from the root of the file to a value. Numbers are list indexes. */
export type KeyPath = readonly (string | number)[]

/** A problem in app.toml. */
export interface Problem {
  readonly path: KeyPath
  /** Message, as the end of a sentence that starts with the key. Never contains a secret. */
  readonly message: string
  /** Allowed values, as text. */
  readonly allowed?: string
  /** Command that lists them, if they are too many for a sentence. */
  readonly listedBy?: string
}

export interface ShapeVerdict {
  /** The value with defaults. Use it only if there are no problems. */
  readonly value: unknown
  readonly problems: readonly Problem[]
}

/** Checks a parsed TOML value against its shape. Returns all problems with their keys. */
export function checkShape(shape: Shape, value: unknown, path: KeyPath = []): ShapeVerdict {
  switch (shape.kind) {
    case 'text':
      return checkText(shape, value, path)
    case 'number':
      return checkNumber(shape, value, path)
    case 'list':
      return checkList(shape, value, path)
    case 'table':
      return checkTable(shape, value, path)
    case 'tables':
      break
  }
  return checkTables(shape, value, path)
}

/** Keys in TOML notation, list indexes in brackets: `manifest.slots[1].path`. */
export function keyText(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    const name = /^[\w-]+$/.test(part) ? part : JSON.stringify(part)
    return text === '' ? name : `${text}.${name}`
  }, '')
}

const refuse = (path: KeyPath, message: string, allowed?: string): ShapeVerdict => ({
  value: undefined,
  problems: [{ path, message, ...defined({ allowed }) }],
})

const refuseText = (shape: TextShape, path: KeyPath, message: string): ShapeVerdict => ({
  value: undefined,
  problems: [{ path, message, ...listAllowed(shape), ...defined({ listedBy: shape.listedBy }) }],
})

const accept = (value: unknown): ShapeVerdict => ({ value, problems: [] })

function checkText(shape: TextShape, value: unknown, path: KeyPath): ShapeVerdict {
  if (typeof value !== 'string')
    return refuseText({ allowed: 'text in quotes', ...shape }, path, `is ${describeKind(value)}, not text.`)
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f]/.test(value)) return refuseText(shape, path, 'contains a control character.')
  if (shape.oneOf !== undefined && !shape.oneOf.includes(value)) {
    return refuseText(shape, path, `is ${shown(value)}.${guess(value, shape.oneOf)}`)
  }
  const wrong = shape.check?.(value) ?? null
  return wrong === null ? accept(value) : refuseText(shape, path, wrong)
}

function checkNumber({ min, max }: NumberShape, value: unknown, path: KeyPath): ShapeVerdict {
  const allowed = `a whole number from ${min} to ${max}`
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return refuse(path, `is ${describeKind(value)}, not a whole number.`, allowed)
  }
  return value >= min && value <= max ? accept(value) : refuse(path, `is ${value}.`, allowed)
}

function checkList(shape: ListShape, value: unknown, path: KeyPath): ShapeVerdict {
  const allowed = `a list such as ["…"]${shape.item.allowed === undefined ? '' : `. Each item: ${shape.item.allowed}`}`
  if (!Array.isArray(value)) return refuse(path, `is ${describeKind(value)}, not a list.`, allowed)
  if (value.length < (shape.atLeast ?? 0)) return refuse(path, 'is an empty list.', allowed)
  const checked = value.map((item: unknown, at) => checkText(shape.item, item, [...path, at]))
  const twice = value.flatMap((item: unknown, at) =>
    shape.repeats !== true && value.indexOf(item) < at ? [{ path: [...path, at], message: 'is a duplicate.' }] : [],
  )
  return { value, problems: [...checked.flatMap(({ problems }) => problems), ...twice] }
}

function checkTable(shape: TableShape, value: unknown, path: KeyPath): ShapeVerdict {
  if (!isTable(value)) return refuse(path, `is ${describeKind(value)}, not a table.`, `a table, [${keyText(path)}]`)
  const names = Object.keys(shape.keys)
  const unknown = Object.keys(value).flatMap((key): Problem[] =>
    Object.hasOwn(shape.keys, key)
      ? []
      : [{ path: [...path, key], message: `is unknown.${guess(key, names)}`, allowed: names.join(', ') }],
  )
  const missing = (shape.required ?? []).flatMap((key): Problem[] =>
    Object.hasOwn(value, key)
      ? []
      : [{ path: [...path, key], message: 'is missing.', ...listAllowed(shape.keys[key]) }],
  )
  const inner = Object.entries(shape.keys).map(([key, one]) => [key, checkKey(one, value, [...path, key])] as const)
  return {
    value: Object.fromEntries(inner.map(([key, { value }]) => [key, value])),
    problems: [...unknown, ...missing, ...inner.flatMap(([, { problems }]) => problems)],
  }
}

function checkKey(shape: Shape, table: Readonly<Record<string, unknown>>, path: KeyPath): ShapeVerdict {
  const key = String(path.at(-1))
  if (Object.hasOwn(table, key)) return checkShape(shape, table[key], path)
  if (shape.kind === 'table') return shape.filled === true ? checkShape(shape, {}, path) : accept(undefined)
  if (shape.kind === 'tables') return accept([])
  return accept(shape.default)
}

function checkTables(shape: TablesShape, value: unknown, path: KeyPath): ShapeVerdict {
  if (!Array.isArray(value))
    return refuse(path, `is ${describeKind(value)}, not a list of tables.`, `[[${keyText(path)}]]`)
  const checked = value.map((item: unknown, at) => checkTable(shape.item, item, [...path, at]))
  return { value: checked.map(({ value }) => value), problems: checked.flatMap(({ problems }) => problems) }
}

function listAllowed(shape: Shape | undefined): { readonly allowed?: string } {
  if (shape?.kind !== 'text') return {}
  const allowed = shape.oneOf?.map((one) => JSON.stringify(one)).join(' or ') ?? shape.allowed
  return defined({ allowed })
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(value instanceof Date)
}

/** Returns TOML's own word for the type of a value. */
function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a date'
  if (typeof value === 'boolean') return 'a boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a number with a fraction'
  if (typeof value === 'bigint') return 'a number'
  return typeof value === 'string' ? 'text' : 'a table'
}

/** A value for use in a sentence, truncated if long. */
export function shown(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}…` : value)
}

/** Returns ` Did you mean x?`, or an empty string. */
function guess(typed: string, candidates: readonly string[]): string {
  const meant = typed.length > 80 ? [] : meantBy(typed.toLowerCase(), candidates)
  const [last = '', ...others] = meant.toReversed()
  if (last === '') return ''
  return ` Did you mean ${others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`}?`
}

/** Returns the nearest name, or else names with the same stem: `orders.read` and `orders.write` for `order` or `orders.delete`. */
function meantBy(typed: string, candidates: readonly string[]): string[] {
  const best = nearest(typed, candidates)
  if (best !== null) return [best]
  const thing = nearest(describeThing(typed), [...new Set(candidates.map(describeThing))])
  return candidates.filter((one) => one.includes('.') && describeThing(one) === thing).slice(0, MOST_GUESSES)
}

function describeThing(name: string): string {
  return name.split('.')[0] ?? ''
}

const MOST_GUESSES = 4
