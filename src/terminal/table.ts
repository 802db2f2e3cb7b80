import { escapeCell } from '../text/escape.ts'
import { amountText } from './amount.ts'
import type { Paint, Style } from './style.ts'
import { timeText } from './when.ts'
import { cutTo, displayWidth } from './width.ts'

/**
 * Content of a cell. A `name` (an id, code, scope, state, or amount with currency, to be typed or compared) is never truncated.
 * A `number` is a right-aligned name. `money` has a currency, whose decimals a terminal shows. A `time` is ISO-8601, which a
 * terminal shows in local form. `prose` is truncated first. An `unknown` is prose if one of its cells contains spaces.
 */
type Kind = 'name' | 'number' | 'money' | 'time' | 'prose' | 'unknown'

export interface Column<Row> {
  /** May be untrusted text: it is escaped on output. */
  readonly header: string
  /** Returns the cell's full text, as a pipe gets it. It may be untrusted, because it is escaped on output. `at` counts the rows from 0. */
  readonly cell: (row: Row, at: number) => string
  /** Returns what a terminal shows instead. */
  readonly screen?: (row: Row) => string
  /** Default: `name`. */
  readonly kind?: Kind
  /** Without space, columns of the lowest rank are left out first, and of equal ranks the last column. Default: 0. */
  readonly rank?: number
  /** Hidden on a terminal if the value is the same in all of several rows, or empty in the only one. */
  readonly ifVaried?: boolean
  /** Hidden on a terminal if the value is empty or a dash in every row. */
  readonly ifSaid?: boolean
  /** Minimum width of prose before a column of a lower rank is shown. Default: as narrow as possible. */
  readonly room?: number
  /** Hidden in a pipe. */
  readonly screenOnly?: boolean
  /** Color of the cell, applied after truncating and padding. */
  readonly paint?: (row: Row) => Paint
}

export interface TableLooks {
  /** Columns of the terminal; 0 when output is piped. */
  readonly width: number
  readonly style?: Style
  /** Current date, for times. Without it they stay ISO-8601. */
  readonly now?: Date
  /** Shows every column and cell in full, at any line length. */
  readonly isWide?: boolean
  /** Called with the headers of the columns that did not fit. */
  readonly onHidden?: (headers: readonly string[]) => void
}

/** A column in its terminal layout. */
interface LaidColumn<Row> {
  readonly column: Column<Row>
  readonly header: string
  readonly cells: readonly string[]
  /** Width of the widest cell, and the least width after truncation. */
  readonly full: number
  readonly least: number
  width: number
}

const GAP = '  '

/** Least width of truncated prose: less is not readable. */
const LEAST_PROSE = 16

/**
 * Formats rows as text without a final newline. On a terminal: aligned columns under a header. In a pipe: one line
 * of tab-separated cells per row, without a header and with every column, so that `cut` and `awk` need no options.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], looks: TableLooks): string {
  if (looks.width === 0) {
    const piped = columns.filter(({ screenOnly }) => screenOnly !== true)
    return rows.map((row, at) => piped.map((column) => escapeCell(column.cell(row, at))).join('\t')).join('\n')
  }
  const laid = columns.map((column) => layOut(column, rows, looks)).filter((one) => looks.isWide || !isLeftOut(one))
  const shown = looks.isWide === true ? laid : fitting(laid, looks.width)
  const hidden = laid.filter((one) => !shown.includes(one)).map(({ header }) => header)
  if (hidden.length > 0) looks.onHidden?.(hidden)
  if (looks.isWide !== true) widen(shown, looks.width)
  const head = lineOf(shown.map((one) => ({ one, text: one.header, paint: looks.style?.dim })))
  const body = rows.map((row, at) =>
    lineOf(shown.map((one) => ({ one, text: one.cells[at] ?? '', paint: one.column.paint?.(row) }))),
  )
  return [head, ...body].join('\n')
}

/** Returns the same column for outer rows that contain its rows. */
export function columnWithin<Outer, Row>(column: Column<Row>, rowOf: (outer: Outer) => Row): Column<Outer> {
  const { cell, screen, paint, ...rest } = column
  return {
    ...rest,
    cell: (outer, at) => cell(rowOf(outer), at),
    ...(screen && { screen: (outer: Outer) => screen(rowOf(outer)) }),
    ...(paint && { paint: (outer: Outer) => paint(rowOf(outer)) }),
  }
}

function layOut<Row>(column: Column<Row>, rows: readonly Row[], looks: TableLooks): LaidColumn<Row> {
  const { kind } = column
  // In a query or a member list, the column names are the user's text.
  const header = escapeCell(column.header)
  const cells = rows.map((row, at) => escapeCell(screenText(column, row, at, looks)))
  const full = Math.max(displayWidth(header), ...cells.map(displayWidth))
  const isProse = kind === 'prose' || (kind === 'unknown' && cells.some((cell) => cell.includes(' ')))
  const least = isProse ? Math.min(full, Math.max(LEAST_PROSE, displayWidth(header))) : full
  return { column, header, cells, full, least, width: full }
}

function screenText<Row>(column: Column<Row>, row: Row, at: number, { now, isWide }: TableLooks): string {
  // Terminals differ on whether a soft hyphen takes a column.
  const text = column.cell(row, at).replaceAll('\u00ad', '')
  if (isWide === true) return text
  if (column.screen !== undefined) return column.screen(row).replaceAll('\u00ad', '')
  if (column.kind === 'money') return amountText(text)
  return column.kind === 'time' && now !== undefined ? timeText(text, now) : text
}

function isLeftOut({ column: { ifVaried, ifSaid }, cells }: LaidColumn<never>): boolean {
  const [first] = cells
  if (first === undefined || cells.some((cell) => cell !== first)) return false
  return isEmpty(first) ? ifVaried === true || ifSaid === true : ifVaried === true && cells.length > 1
}

function isEmpty(cell: string): boolean {
  return cell === '' || cell === '–'
}

/** Returns as many columns as fit with prose at its narrowest, highest rank first, in their own order. */
function fitting<Row>(laid: readonly LaidColumn<Row>[], width: number): readonly LaidColumn<Row>[] {
  const ranked = laid.toSorted((a, b) => (b.column.rank ?? 0) - (a.column.rank ?? 0))
  const chosen = new Set<LaidColumn<Row>>()
  let used = 0
  for (const one of ranked) {
    const gap = chosen.size === 0 ? 0 : GAP.length
    if (chosen.size > 0 && used + gap + one.least > width) continue
    chosen.add(one)
    const room = Math.min(one.full, one.column.room ?? one.least, width - used - gap)
    used += gap + Math.max(one.least, room)
  }
  return laid.filter((one) => chosen.has(one))
}

/** Truncates prose to its least width, then distributes the free space in place, always to the narrowest. */
function widen<Row>(shown: readonly LaidColumn<Row>[], width: number): void {
  for (const one of shown) one.width = one.least
  let left = width - GAP.length * (shown.length - 1) - shown.reduce((sum, { least }) => sum + least, 0)
  while (left > 0) {
    const narrow = shown.filter((one) => one.width < one.full)
    const [next] = narrow.toSorted((a, b) => a.width - b.width)
    if (next === undefined) return
    next.width++
    left--
  }
}

function isRight({ kind }: Pick<Column<never>, 'kind'>): boolean {
  return kind === 'number' || kind === 'money'
}

interface Cell<Row> {
  readonly one: LaidColumn<Row>
  readonly text: string
  readonly paint: Paint | undefined
}

function lineOf<Row>(cells: readonly Cell<Row>[]): string {
  return cells
    .map(({ one, text, paint }) => {
      const fitted = cutTo(text, one.width)
      const padding = ' '.repeat(Math.max(0, one.width - displayWidth(fitted)))
      const painted = paint?.(fitted) ?? fitted
      return isRight(one.column) ? padding + painted : painted + padding
    })
    .join(GAP)
    .trimEnd()
}
