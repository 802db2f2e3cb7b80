import { amountText } from '../terminal/amount.ts'
import type { Column } from '../terminal/table.ts'
import { timeText } from '../terminal/when.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeCell } from '../text/escape.ts'
import type { ExactNumber } from '../text/json.ts'
import type { Looks } from './view.ts'

/** Formats an amount exactly as received, with its currency: never rounded, converted or summed (GEN-012, GEN-013). */
export function money(amount: number | string | ExactNumber, currency: string): string {
  return `${String(amount)} ${currency}`
}

/** Returns the last six characters of an id, which tell ids apart. Filters accept any part of an id (`webhook list --grep`). */
export function shortId(id: string): string {
  return id.length > 12 ? `…${id.slice(-6)}` : id
}

/** Returns a possibly missing value as text. */
export function orDash(value: string | number | boolean | ExactNumber | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : String(value)
}

/** Formats a flag, which the platform may also send as 0 or 1 (A9). */
export function yesNo(value: unknown): string {
  return value === true || value === 1 ? 'yes' : 'no'
}

/** Formats `name: value` lines, wrapped in their own column on a terminal. Untrusted values are escaped. */
export function facts(
  pairs: readonly (readonly [name: string, value: string])[],
  looks?: Pick<Looks, 'width'>,
): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  const hanging = ' '.repeat(width + 2)
  return pairs.map(([name, value]) => wrapped(`${name.padEnd(width)}  ${escapeCell(value)}`, looks, hanging)).join('\n')
}

/** Wraps sentences between words on a terminal, with `hanging` before continuation lines. The caller must escape untrusted text. */
export function sentence(text: string, looks: Pick<Looks, 'width'>, hanging?: string): string {
  return wrapped(text, looks, hanging)
}

function wrapped(text: string, looks: Pick<Looks, 'width'> | undefined, hanging?: string): string {
  return looks === undefined || looks.width === 0 ? text : wrap(text, looks.width, hanging)
}

/** Formats a time for reading on a terminal, and as ISO-8601 elsewhere. */
export function shownTime(iso: string | null | undefined, { width, now }: Looks): string {
  const text = orDash(iso)
  return width === 0 || now === undefined ? text : timeText(text, now)
}

/** Formats like `money`, but on a terminal with the decimals of the currency. */
export function shownMoney(
  amount: number | string | ExactNumber,
  currency: string,
  { width }: Pick<Looks, 'width'>,
): string {
  const text = money(amount, currency)
  return width === 0 ? text : amountText(text)
}

/** The row's number in the input, counted from 1 like the rows of a file. */
export const rowNumber: Column<unknown> = {
  header: 'ROW',
  kind: 'number',
  rank: 9,
  screenOnly: true,
  cell: (_row, at) => String(at + 1),
}

/** The value sent for the field in the platform's message about a row (call/send/bulk-report.ts). */
export const givenValue: Column<object> = {
  header: 'INPUT',
  kind: 'prose',
  rank: 6,
  ifSaid: true,
  screenOnly: true,
  cell: (row) => ('given' in row && typeof row.given === 'string' ? row.given : '–'),
}

/** Formats a number and its noun: `1 error`, `2 errors`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns the text shown instead of an empty table. */
export function noRows(what: string): string {
  return `No ${what}.`
}
