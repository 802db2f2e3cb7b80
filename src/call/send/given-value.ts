import { cut } from '../../text/cut.ts'
import { escapeCell } from '../../text/escape.ts'
import { isObject } from '../../text/json.ts'
import { valueAt } from '../../text/paths.ts'
import type { Field } from '../input/fields.ts'

const MAX_VALUE = 40

/** A field in the platform's message on a row, and the value that was sent for it. */
export interface GivenValue {
  readonly path: string
  /** Undefined if the row has no such field. */
  readonly value: unknown
}

/** Returns the first field that the message of a failed row mentions; null if it mentions none. The platform says which field is wrong and never how. */
export function givenValue(row: unknown, result: unknown, fields: readonly Field[]): GivenValue | null {
  const message = isObject(result) ? result['message'] : null
  if (typeof message !== 'string' || !isObject(row)) return null
  const names = new Set(fields.map(({ name }) => name))
  for (const { 0: path, index } of message.matchAll(/[A-Za-z]\w*(?:\.\w+)*/g)) {
    if (!names.has(path.split('.')[0] ?? '')) continue
    const value = valueAt(row, path)
    // A word in the middle of a sentence may not be the field with that name.
    if (value !== undefined || index === 0) return { path, value }
  }
  return null
}

/** Returns `price "149,90"`, short and on one line. */
export function givenText({ path, value }: GivenValue): string {
  return value === undefined ? `no ${path}` : `${path} ${cut(escapeCell(JSON.stringify(value)), MAX_VALUE)}`
}

/**
 * Returns the number in a text as a JSON number: `149.90` for "149,90"; null for any other value. A
 * comma before three digits may be a thousands separator.
 */
export function numberInText(value: unknown): string | null {
  return typeof value === 'string' && /^-?(0|[1-9]\d*)([.,]\d+)?$/.test(value) && !/,\d{3}$/.test(value)
    ? value.replace(',', '.')
    : null
}
