import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'

/** The first line of an exported snapshot. */
export interface TravelHeader {
  readonly format: 'svcapp-snapshot'
  /** Of the lines themselves. */
  readonly formatVersion: number
  readonly name: string
  readonly savedAt: string
  /** The version of this tool that wrote the snapshot, and those of its databases. */
  readonly version: string | null
  readonly schema: { readonly registry: number; readonly store: number }
  /** Codes of the stores, in the order in which their rows come. */
  readonly stores: readonly string[]
}

export const FORMAT_VERSION = 1

/** Says of which table the rows of the lines that follow are. */
export interface TableLine {
  /** A store's code; null for the registry. */
  readonly store: string | null
  readonly table: string
  readonly columns: readonly string[]
}

/** A value in a line: bytes as base64, integers that JSON would round as digits, and a secret as the fact that there was one. */
export type LineValue =
  | string
  | number
  | null
  | { readonly bytes: string }
  | { readonly integer: string }
  | { readonly secret: true }

export const secretValue: LineValue = { secret: true }

/** `value` as it is read with big integers. */
export function lineValue(value: SQLOutputValue): LineValue {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : { integer: String(value) }
}

/** What a line's value is in a database; undefined for what can be none. A secret is one for the caller. */
export function databaseValue(value: unknown): SQLInputValue | { readonly secret: true } | undefined {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value
  if (typeof value !== 'object') return undefined
  const { bytes, integer, secret } = value as { bytes?: unknown; integer?: unknown; secret?: unknown }
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64')
  if (typeof integer === 'string' && /^-?\d{1,18}$/.test(integer)) return BigInt(integer)
  return secret === true ? { secret } : undefined
}
