import type { SQLOutputValue } from 'node:sqlite'

import { rawJson, type ExactNumber } from '../text/json.ts'

/** A row as node:sqlite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** A column that is never null, as text. */
export function text(row: Row, column: string): string {
  return String(row[column])
}

/** A column that may be null, as text. */
export function textOrNull(row: Row, column: string): string | null {
  const value = row[column]
  return value === null || value === undefined ? null : String(value)
}

/** A column of which we alone write the words. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The cast stands here, instead of at every caller.
export function word<Word extends string>(row: Row, column: string): Word {
  return String(row[column]) as Word
}

/** A column that is never null, as a whole number. */
export function integer(row: Row, column: string): number {
  return Number(row[column])
}

/** A column that may be null, as a whole number. */
export function integerOrNull(row: Row, column: string): number | null {
  const value = row[column]
  return value === null || value === undefined ? null : Number(value)
}

/** A column that is never null, as it is. */
export function bytes(row: Row, column: string): Uint8Array {
  return row[column] as Uint8Array
}

/** A column of 1 and 0. */
export function flag(row: Row, column: string): boolean {
  return row[column] === 1
}

/** Money or stock: the digits of the column go into the answer as they are; as a number where that is written the same, which is quicker. */
export function decimal(row: Row, column: string): number | ExactNumber {
  return jsonDecimal(String(row[column]))
}

/** Decimal digits as `decimal` gives them. */
export function jsonDecimal(digits: string): number | ExactNumber {
  const held = Number(digits)
  if (String(held) === digits) return held
  // It is only written out: JSON's own raw number, without the call of `toJSON` that would make it.
  return rawJson(digits) as ExactNumber
}

/** ISO-8601 text as an instant. */
export function instant(row: Row, column: string): Date {
  return new Date(String(row[column]))
}

/** Unix ms as an instant. */
export function instantOfMs(row: Row, column: string): Date {
  return new Date(Number(row[column]))
}

/** Unix ms as ISO-8601 UTC. */
export function iso(row: Row, column: string): string {
  return new Date(Number(row[column])).toISOString()
}

/** Unix ms as ISO-8601 UTC, where the column is not null. */
export function isoOrNull(row: Row, column: string): string | null {
  return integerOrNull(row, column) === null ? null : iso(row, column)
}

/** A JSON array of texts that we alone write. */
export function textList(row: Row, column: string): string[] {
  return json(row, column)
}

/** JSON of which we alone write the shape. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The cast stands here, instead of at every caller.
export function json<Value>(row: Row, column: string): Value {
  return JSON.parse(String(row[column])) as Value
}
