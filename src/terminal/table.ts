import { escapeCell } from '../values/escape.ts'
import type { Paint } from './style.ts'

export interface Column<Row> {
  readonly header: string
  /** The cell's text; foreign text is fine, it is escaped here. */
  readonly cell: (row: Row) => string
  /** Numbers stand on the right. */
  readonly right?: boolean
  /** Cut last, when the others have nothing left to give: a time or a number says nothing in half. */
  readonly whole?: boolean
  /** Colour of the cell, put on after cutting and padding. */
  readonly paint?: (row: Row) => Paint
}

export interface TableLooks {
  /** Columns of the terminal; 0 when output is piped. */
  readonly width: number
  /** For the header line. */
  readonly heading?: Paint
}

const GAP = '  '

/**
 * Rows as text without a final newline: aligned columns under a header for a person; one line of tab-separated cells a row, without a header,
 * for a pipe, so that `cut` and `awk` need no options.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], looks: TableLooks): string {
  const cells = rows.map((row) => columns.map((column) => escapeCell(column.cell(row))))
  if (looks.width === 0) return cells.map((line) => line.join('\t')).join('\n')
  const headers = columns.map((column) => column.header)
  const widths = columns.map((_, at) => Math.max(...[headers, ...cells].map((line) => displayWidth(line[at] ?? ''))))
  const room = looks.width - GAP.length * (columns.length - 1)
  const all = [...columns.keys()]
  const cuttable = all.filter((at) => columns[at]?.whole !== true)
  for (const group of [cuttable, all]) shrink(widths, room, group)
  const line = (texts: readonly string[], paintOf: (at: number) => Paint | undefined) =>
    texts
      .map((text, at) => {
        const fitted = fit(text, widths[at] ?? 0)
        const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(fitted)))
        const painted = paintOf(at)?.(fitted) ?? fitted
        return columns[at]?.right === true ? padding + painted : painted + padding
      })
      .join(GAP)
      .trimEnd()
  const body = cells.map((texts, index) => line(texts, (at) => columns[at]?.paint?.(rows[index] as Row)))
  return [line(headers, () => looks.heading), ...body].join('\n')
}

/** Columns that a text takes on the screen: East Asian wide characters and emoji two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0
  for (const char of text) width += charWidth(char.codePointAt(0) ?? 0)
  return width
}

/** The narrowest width that a column is cut to. */
const NARROWEST = 8

/** Takes from the widest column of the group until the line fits, in place. */
function shrink(widths: number[], room: number, group: readonly number[]): void {
  let over = widths.reduce((sum, width) => sum + width, 0) - room
  while (over > 0) {
    const sizes = group.map((at) => widths[at] ?? 0)
    const widest = Math.max(...sizes)
    if (widest <= NARROWEST) return
    const at = group[sizes.indexOf(widest)] ?? 0
    const second = Math.max(NARROWEST, ...sizes.filter((width) => width < widest))
    const cut = Math.min(over, Math.max(1, widest - second))
    widths[at] = widest - cut
    over -= cut
  }
}

function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let used = 0
  let kept = ''
  for (const char of text) {
    used += charWidth(char.codePointAt(0) ?? 0)
    if (used > width - 1) break
    kept += char
  }
  return `${kept}…`
}

const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
]

/** Marks that stand on another character, and what only steers it, take no room; an emoji takes two, older ones outside the ranges too. */
const noRoom = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const emoji = /^\p{Emoji_Presentation}$/u

function charWidth(code: number): number {
  if (code < 0x300) return 1
  const char = String.fromCodePoint(code)
  if (noRoom.test(char)) return 0
  return emoji.test(char) || wideRanges.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}
