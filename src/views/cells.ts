import { amountText } from '../terminal/amount.ts'
import type { Column } from '../terminal/table.ts'
import { timeText } from '../terminal/when.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeCell } from '../text/escape.ts'
import type { ExactNumber } from '../text/json.ts'
import type { Looks } from './view.ts'

/** An amount exactly as it arrived, with its currency: never rounded, converted or summed (GEN-012, GEN-013). */
export function money(amount: number | string | ExactNumber, currency: string): string {
  return `${String(amount)} ${currency}`
}

/** An id as a person tells it from others: its last six characters. Filters take any part of one (`webhook list --grep`). */
export function shortId(id: string): string {
  return id.length > 12 ? `…${id.slice(-6)}` : id
}

/** A value that may be missing, as text. */
export function orDash(value: string | number | boolean | ExactNumber | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : String(value)
}

/** A flag that is also seen as 0 and 1 (A9). */
export function yesNo(value: unknown): string {
  return value === true || value === 1 ? 'yes' : 'no'
}

/** `name: value` lines under each other, on a terminal wrapped in their own column; values from outside are escaped. */
export function facts(
  pairs: readonly (readonly [name: string, value: string])[],
  looks?: Pick<Looks, 'width'>,
): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  const hanging = ' '.repeat(width + 2)
  return pairs.map(([name, value]) => wrapped(`${name.padEnd(width)}  ${escapeCell(value)}`, looks, hanging)).join('\n')
}

/** Sentences, wrapped at words on a terminal, further lines after `hanging`. What comes from outside must be escaped. */
export function sentence(text: string, looks: Pick<Looks, 'width'>, hanging?: string): string {
  return wrapped(text, looks, hanging)
}

function wrapped(text: string, looks: Pick<Looks, 'width'> | undefined, hanging?: string): string {
  return looks === undefined || looks.width === 0 ? text : wrap(text, looks.width, hanging)
}

/** A time for a person on a terminal, ISO-8601 elsewhere. */
export function shownTime(iso: string | null | undefined, { width, now }: Looks): string {
  const text = orDash(iso)
  return width === 0 || now === undefined ? text : timeText(text, now)
}

/** As `money`, on a terminal with the decimals of its currency. */
export function shownMoney(
  amount: number | string | ExactNumber,
  currency: string,
  { width }: Pick<Looks, 'width'>,
): string {
  const text = money(amount, currency)
  return width === 0 ? text : amountText(text)
}

/** The number of a row in what was sent, from 1, as a person counts the rows of a file. */
export const rowNumber: Column<unknown> = {
  header: 'ROW',
  kind: 'number',
  rank: 9,
  screenOnly: true,
  cell: (_row, at) => String(at + 1),
}

/** What was sent for the field that the platform's words on a row name (call/send/bulk-report.ts). */
export const givenValue: Column<object> = {
  header: 'INPUT',
  kind: 'prose',
  rank: 6,
  ifSaid: true,
  screenOnly: true,
  cell: (row) => ('given' in row && typeof row.given === 'string' ? row.given : '–'),
}

/** A number and what it counts: `1 error`, `2 errors`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The text in place of a table without rows. */
export function noRows(what: string): string {
  return `No ${what}.`
}
