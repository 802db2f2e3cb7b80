import { cut } from '../../text/cut.ts'
import { escapeCell } from '../../text/escape.ts'
import { isObject } from '../../text/json.ts'
import { valueAt } from '../../text/paths.ts'
import type { Field } from '../input/fields.ts'

const MAX_VALUE = 40

/** A field that the platform names in its words on a row, and what was sent for it. */
export interface GivenValue {
  readonly path: string
  /** Undefined where the row has no such field. */
  readonly value: unknown
}

/** Of the first field that the result of a row that was not written speaks of; null where it names none. The platform says which field is wrong and never how. */
export function givenValue(row: unknown, result: unknown, fields: readonly Field[]): GivenValue | null {
  const message = isObject(result) ? result['message'] : null
  if (typeof message !== 'string' || !isObject(row)) return null
  const names = new Set(fields.map(({ name }) => name))
  for (const { 0: path, index } of message.matchAll(/[A-Za-z]\w*(?:\.\w+)*/g)) {
    if (!names.has(path.split('.')[0] ?? '')) continue
    const value = valueAt(row, path)
    // A word inside of a sentence need not be the field of that name.
    if (value !== undefined || index === 0) return { path, value }
  }
  return null
}

/** `price "149,90"`, on one line and short. */
export function givenText({ path, value }: GivenValue): string {
  return value === undefined ? `no ${path}` : `${path} ${cut(escapeCell(JSON.stringify(value)), MAX_VALUE)}`
}

/** The number that a text holds, as JSON writes it: `149.90` for "149,90"; null for any other value. A comma before three digits may part thousands. */
export function numberInText(value: unknown): string | null {
  return typeof value === 'string' && /^-?(0|[1-9]\d*)([.,]\d+)?$/.test(value) && !/,\d{3}$/.test(value)
    ? value.replace(',', '.')
    : null
}
