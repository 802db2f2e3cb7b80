import { isDay } from '../../../text/time/instant.ts'
import type { Condition } from '../store-table.ts'
import type { Column, Columns } from '../table.ts'

export const comparisons = ['contains', 'equals', 'greater', 'less', 'empty'] as const

export type Comparison = (typeof comparisons)[number]

export interface Filter {
  readonly column: string
  readonly is: Comparison
  /** Value as typed. */
  readonly value: string
}

/** Name of each comparison. */
export const comparisonWords: Readonly<Record<Comparison, string>> = {
  contains: 'contains',
  equals: 'equals',
  greater: 'is greater than',
  less: 'is less than',
  empty: 'is empty',
}

export function isComparison(text: string): text is Comparison {
  return comparisons.some((one) => one === text)
}

/** Builds the SQL of a filter, or returns the reason why it is invalid. Its column is one of the table, so no typed text becomes SQL. */
export function filterCondition(columns: Columns, { column: name, is, value }: Filter): Condition | string {
  const column = columns[name]
  if (column === undefined) return `Unknown column ${name}.`
  const read = readOf(name, column)
  if (is === 'empty') return { sql: `(${read} IS NULL OR ${read} = '')`, values: [] }
  if (is === 'contains') return { sql: `instr(lower(${shownOf(read, column)}), lower(?)) > 0`, values: [value] }
  const compared = comparedValue(column, value)
  if (compared === null) return `${name} needs ${kindWords[column.kind] ?? 'text'}, not ${value}.`
  // Compares at the precision of the typed text: second or day.
  if (is === 'equals' && column.kind === 'time')
    return { sql: `instr(${shownOf(read, column)}, ?) = 1`, values: [timeText(value)] }
  return { sql: `${orderOf(read, column)} ${signs[is]} ?`, values: [compared] }
}

const signs = { equals: '=', greater: '>', less: '<' } as const

const kindWords: Readonly<Partial<Record<Column['kind'], string>>> = {
  int: 'a number',
  decimal: 'a number',
  bytes: 'a number',
  time: 'a time such as 2026-01-31 12:00',
  bool: 'yes or no',
}

/** Returns the SQL that reads a column. For bytes it reads only their number. */
export function readOf(name: string, { kind, sql }: Column): string {
  return sql?.(name) ?? (kind === 'bytes' ? `length(${name})` : name)
}

/** Returns the SQL of a column as the page shows it, for a substring search. */
function shownOf(read: string, { kind }: Column): string {
  if (kind === 'time') return `strftime('%Y-%m-%d %H:%M:%S', ${read} / 1000, 'unixepoch')`
  return kind === 'bool' ? `CASE ${read} WHEN 1 THEN 'yes' ELSE 'no' END` : `CAST(${read} AS TEXT)`
}

/** Returns the SQL that a column is ordered by. Decimal text becomes a number of fifteen digits, because it only decides which rows are shown and where. */
export function orderOf(read: string, { kind }: Column): string {
  return kind === 'decimal' ? `CAST(${read} AS REAL)` : read
}

/** Returns whether a column is ordered numerically. */
export function isNumeric({ kind }: Column): boolean {
  return kind !== 'text' && kind !== 'json'
}

function comparedValue(column: Column, value: string): string | number | null {
  if (!isNumeric(column)) return value
  const typed = value.trim().toLowerCase()
  if (column.kind === 'bool') return bools[typed] ?? null
  const number = column.kind === 'time' ? parseTime(typed) : Number(typed)
  return typed === '' || Number.isNaN(number) ? null : number
}

const bools: Readonly<Partial<Record<string, number>>> = { yes: 1, true: 1, '1': 1, no: 0, false: 0, '0': 0 }

/** Parses a time to ms, or NaN for a nonexistent day. A month or year alone means its first day. */
function parseTime(typed: string): number {
  if (typed.length > 'yyyy-mm'.length && !isDay(typed.slice(0, 'yyyy-mm-dd'.length))) return Number.NaN
  return Date.parse(`${timeText(typed).replace(' ', 'T')}${parseZone(typed)}`)
}

/** Formats a typed time as the page does, even if it was typed in ISO 8601. */
function timeText(typed: string): string {
  return typed.trim().toLowerCase().replace('t', ' ').replace(/z$/, '')
}

/** Returns the time zone suffix. A date alone is already in UTC. */
function parseZone(typed: string): string {
  return typed.includes(':') ? 'Z' : ''
}
