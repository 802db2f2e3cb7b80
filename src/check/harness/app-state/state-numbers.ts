import type { StateRecord } from './state-records.ts'

/**
 * Numbers that an app stores in its files, as decimal text by location: file, table, key of the row, column. They include the row counts of
 * tables, lists and files of lines. Rows that mention an event do not count, because they show which events arrived and not what they did.
 */
export type StateNumbers = ReadonlyMap<string, string>

/** Returns true if a number is a row count, not a value that the app wrote. */
export function isCount(at: string): boolean {
  return at.startsWith(COUNT)
}

/** Returns the table, list or file of lines whose rows a number counts. */
export function recordOf(at: string): string {
  return at.slice(COUNT.length)
}

const COUNT = 'rows of '

/** The platform's event ids, anywhere in a text. */
const eventId = /\bevt_[0-9a-f]{32}\b/

/** Returns the numbers of every row of a SQLite database and of every member of a JSON file. */
export function numbersIn(records: readonly StateRecord[]): StateNumbers {
  const numbers = new Map<string, string>()
  for (const record of records) addNumbers(record, numbers)
  return numbers
}

type Numbers = Map<string, string>

function addNumbers(record: StateRecord, into: Numbers): void {
  if (record.kind === 'json') return walk(record.value, record.at, into)
  if (record.kind === 'lines') return countRows(record.at, record.lines, into)
  const { at, keys, rows } = record
  countRows(
    at,
    rows.map((row) => Object.values(row).join(' ')),
    into,
  )
  for (const [index, row] of rows.entries()) {
    const key = keys.length === 0 ? String(index) : keys.map((name) => String(row[name])).join(',')
    for (const [column, value] of Object.entries(row)) {
      if (!keys.includes(column)) keep(into, `${at}[${key}].${column}`, value)
    }
  }
}

function walk(value: unknown, at: string, into: Numbers): void {
  if (typeof value !== 'object' || value === null) return keep(into, at, value)
  if (Array.isArray(value))
    countRows(
      at,
      value.map((one) => JSON.stringify(one)),
      into,
    )
  for (const [name, one] of Object.entries(value)) walk(one, `${at}.${name}`, into)
}

function countRows(at: string, rows: readonly string[], into: Numbers): void {
  into.set(`${COUNT}${at}`, String(rows.filter((row) => !eventId.test(row)).length))
}

function keep(into: Numbers, at: string, value: unknown): void {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  if (typeof text === 'string' && /^-?\d{1,15}(\.\d{1,20})?$/.test(text)) into.set(at, text)
}
