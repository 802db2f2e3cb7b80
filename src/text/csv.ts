import { escapeForeign } from './escape.ts'
import { ExactNumber } from './json.ts'
import { valueAt } from './paths.ts'

/** Returns one line of CSV with its line end (RFC 4180). Each value is a JSON value; objects and lists become JSON text. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** Returns rows with a header: `columns` are paths into each row (text/paths.ts). */
export function csvTable(rows: readonly unknown[], columns: readonly string[]): string {
  return csvLine(columns) + rows.map((row) => csvLine(columns.map((path) => valueAt(row, path)))).join('')
}

function csvCell(value: unknown): string {
  const text = guarded(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets run a cell that starts like a formula, and cells are untrusted: such text gets an apostrophe in front, a number does not. */
function guarded(value: unknown): string {
  const text = escapeForeign(cellText(value))
  return /^[=+\-@\t]/.test(text) && !isNumber(text) ? `'${text}` : text
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)
}

/** Returns a JSON value as the text of a cell; empty for null and missing values. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber) return String(value)
  return JSON.stringify(value)
}
