import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'

/** First line of an exported snapshot. */
export interface TravelHeader {
  readonly format: 'svcapp-snapshot'
  /** Version of the line format. */
  readonly formatVersion: number
  readonly name: string
  readonly savedAt: string
  /** Version of this tool that wrote the snapshot, and its database versions. */
  readonly version: string | null
  readonly schema: { readonly registry: number; readonly store: number }
  /** Codes of the stores, in the order of their rows. */
  readonly stores: readonly string[]
}

export const FORMAT_VERSION = 1

/** Names the table of the rows that follow. */
export interface TableLine {
  /** A store's code; null for the registry. */
  readonly store: string | null
  readonly table: string
  readonly columns: readonly string[]
}

/** A value in a line: bytes as base64, integers that JSON would round as digits, and a secret as a marker that it existed. */
export type LineValue =
  | string
  | number
  | null
  | { readonly bytes: string }
  | { readonly integer: string }
  | { readonly secret: true }

export const secretValue: LineValue = { secret: true }

/** Converts `value`, which is read with big integers. */
export function lineValue(value: SQLOutputValue): LineValue {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : { integer: String(value) }
}

/** Converts a line's value to a database value, or undefined if it is invalid. The caller replaces secrets. */
export function databaseValue(value: unknown): SQLInputValue | { readonly secret: true } | undefined {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value
  if (typeof value !== 'object') return undefined
  const { bytes, integer, secret } = value as { bytes?: unknown; integer?: unknown; secret?: unknown }
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64')
  if (typeof integer === 'string' && /^-?\d{1,18}$/.test(integer)) return BigInt(integer)
  return secret === true ? { secret } : undefined
}
