import type { SQLOutputValue } from 'node:sqlite'

import { rawJson, type ExactNumber } from '../text/json.ts'

/** A row as node:sqlite returns it. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** Returns a column that is never null, as text. */
export function text(row: Row, column: string): string {
  return String(row[column])
}

/** Returns a column that may be null, as text. */
export function textOrNull(row: Row, column: string): string | null {
  const value = row[column]
  return value === null || value === undefined ? null : String(value)
}

/** Returns a column whose words only we write. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The cast stands here, instead of at every caller.
export function word<Word extends string>(row: Row, column: string): Word {
  return String(row[column]) as Word
}

/** Returns a column that is never null, as an integer. */
export function integer(row: Row, column: string): number {
  return Number(row[column])
}

/** Returns a column that may be null, as an integer. */
export function integerOrNull(row: Row, column: string): number | null {
  const value = row[column]
  return value === null || value === undefined ? null : Number(value)
}

/** Returns a column that is never null, unchanged. */
export function bytes(row: Row, column: string): Uint8Array {
  return row[column] as Uint8Array
}

/** Returns a column of 1 and 0 as a boolean. */
export function flag(row: Row, column: string): boolean {
  return row[column] === 1
}

/** Returns money or stock with the exact digits of the column; as a number if its text is the same, which is faster. */
export function decimal(row: Row, column: string): number | ExactNumber {
  return jsonDecimal(String(row[column]))
}

/** Converts decimal digits as `decimal` does. */
export function jsonDecimal(digits: string): number | ExactNumber {
  const held = Number(digits)
  if (String(held) === digits) return held
  // It is only serialized, so JSON's own raw number saves the call of `toJSON`.
  return rawJson(digits) as ExactNumber
}

/** Converts ISO-8601 text to a date. */
export function instant(row: Row, column: string): Date {
  return new Date(String(row[column]))
}

/** Converts Unix ms to a date. */
export function instantOfMs(row: Row, column: string): Date {
  return new Date(Number(row[column]))
}

/** Converts Unix ms to ISO-8601 UTC. */
export function iso(row: Row, column: string): string {
  return new Date(Number(row[column])).toISOString()
}

/** Converts Unix ms to ISO-8601 UTC, or null. */
export function isoOrNull(row: Row, column: string): string | null {
  return integerOrNull(row, column) === null ? null : iso(row, column)
}

/** Returns a JSON array of texts that only we write. */
export function textList(row: Row, column: string): string[] {
  return json(row, column)
}

/** Returns JSON whose shape only we write. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The cast stands here, instead of at every caller.
export function json<Value>(row: Row, column: string): Value {
  return JSON.parse(String(row[column])) as Value
}
