import { escapeCell } from '../text/escape.ts'
import { amountText } from './amount.ts'
import type { Paint, Style } from './style.ts'
import { timeText } from './when.ts'
import { cutTo, displayWidth } from './width.ts'

/**
 * What a cell holds. A `name` (an id, a code, a scope, a state, an amount with its currency: what is typed or compared) is never cut; a `number` is a name
 * that stands on the right, `money` one with a currency, which a terminal shows with the decimals of that; a `time` is ISO-8601, which a terminal shows as a person reads it; `prose` is cut first; what is `unknown` is
 * prose when a cell of it has spaces.
 */
type Kind = 'name' | 'number' | 'money' | 'time' | 'prose' | 'unknown'

export interface Column<Row> {
  /** Foreign text is fine, it is escaped here. */
  readonly header: string
  /** The cell's whole text, as a pipe gets it; foreign text is fine, it is escaped here. `at` counts the rows from 0. */
  readonly cell: (row: Row, at: number) => string
  /** What a terminal shows instead. */
  readonly screen?: (row: Row) => string
  /** `name` when left out. */
  readonly kind?: Kind
  /** Where there is no space the columns of the lowest rank go first, and of equal ones the last. 0 when left out. */
  readonly rank?: number
  /** Left out on a terminal where it says the same in every one of several rows, or nothing in the only one. */
  readonly ifVaried?: boolean
  /** Left out on a terminal where it says nothing, or has a dash, in every row. */
  readonly ifSaid?: boolean
  /** How wide prose is to be before a column of a lower rank gets a place; only as wide as it must be when left out. */
  readonly room?: number
  /** Left out in a pipe. */
  readonly screenOnly?: boolean
  /** Colour of the cell, put on after cutting and padding. */
  readonly paint?: (row: Row) => Paint
}

export interface TableLooks {
  /** Columns of the terminal; 0 when output is piped. */
  readonly width: number
  readonly style?: Style
  /** What today is, for times; they stay ISO-8601 without it. */
  readonly now?: Date
  /** Every column and every cell whole, however long a line gets. */
  readonly isWide?: boolean
  /** Called with the headers of the columns that there was no space for. */
  readonly onHidden?: (headers: readonly string[]) => void
}

/** A column as it is laid out on a terminal. */
interface LaidColumn<Row> {
  readonly column: Column<Row>
  readonly header: string
  readonly cells: readonly string[]
  /** What its widest cell takes, and the least that it may be cut to. */
  readonly full: number
  readonly least: number
  width: number
}

const GAP = '  '

/** The narrowest that prose is cut to: less says nothing. */
const LEAST_PROSE = 16

/**
 * Rows as text without a final newline: aligned columns under a header for a person; one line of tab-separated cells a row, without a header and with every
 * column, for a pipe, so that `cut` and `awk` need no options.
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

/** The same column for rows that hold its own rows. */
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
  // The columns of a query or of chosen members are named by whoever wrote those.
  const header = escapeCell(column.header)
  const cells = rows.map((row, at) => escapeCell(screenText(column, row, at, looks)))
  const full = Math.max(displayWidth(header), ...cells.map(displayWidth))
  const isProse = kind === 'prose' || (kind === 'unknown' && cells.some((cell) => cell.includes(' ')))
  const least = isProse ? Math.min(full, Math.max(LEAST_PROSE, displayWidth(header))) : full
  return { column, header, cells, full, least, width: full }
}

function screenText<Row>(column: Column<Row>, row: Row, at: number, { now, isWide }: TableLooks): string {
  // A terminal may give a soft hyphen a column or none.
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

/** As many columns as there is space for when prose is as narrow as it may be, those of the highest rank first, in their own order. */
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

/** Cuts prose to its least and gives back what space there is, always to the narrowest, in place. */
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
