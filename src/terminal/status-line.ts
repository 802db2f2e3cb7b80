import { columnsOf, type Output } from './output/output.ts'
import { displayWidth, withoutColour } from './width.ts'

/** A piece of a status line. */
export interface StatusPart {
  readonly text: string
  /** Without space for all parts, the parts of the lowest rank are left out first. */
  readonly rank: number
}

/** One line that stays at the bottom while others scroll above it. */
export interface StatusLine {
  /** Rewrites the line. Parts without space are left out whole, because half an address is useless. A single part is truncated. */
  readonly show: (parts: readonly StatusPart[]) => void
  /** Calls `write` above the line. */
  readonly above: (write: () => void) => void
  /** Clears the screen and its scrollback. */
  readonly wipe: () => void
  /** Removes it permanently. */
  readonly clear: () => void
}

/** Moves to the start of the line and erases it (ECMA-48 EL). */
const WIPE = '\r\u001b[2K'

/** Clears the screen and its scrollback, and moves home (ECMA-48 ED, CUP). */
const WIPE_ALL = '\u001b[2J\u001b[3J\u001b[H'

const BETWEEN = '  ·  '

/** Creates a status line on a terminal; elsewhere it writes nothing. */
export function createStatusLine(stream: Output): StatusLine {
  let shown: readonly StatusPart[] = []
  let drawn = ''
  if (stream.isTTY !== true) {
    return { show: () => {}, above: (write) => write(), wipe: () => {}, clear: () => {} }
  }
  /** Returns what erases the line. A narrower window wraps it onto several rows. */
  const erased = () => {
    const above = Math.ceil(displayWidth(drawn) / columnsOf(stream)) - 1
    drawn = ''
    return above > 0 ? `\u001b[${above}A\r\u001b[J` : WIPE
  }
  const draw = () => {
    if (shown.length === 0) return
    const start = erased()
    drawn = fitParts(shown, columnsOf(stream) - 1)
    stream.write(start + drawn)
  }
  return {
    show: (parts) => {
      shown = parts
      draw()
    },
    above: (write) => {
      if (shown.length > 0) stream.write(erased())
      write()
      draw()
    },
    wipe: () => {
      drawn = ''
      stream.write(WIPE_ALL)
      draw()
    },
    clear: () => {
      if (shown.length > 0) stream.write(erased())
      shown = []
    },
  }
}

/** Joins the parts, leaving out the lowest ranks until the rest fits `width` columns. */
export function fitParts(parts: readonly StatusPart[], width: number): string {
  let kept = parts.filter(({ text }) => text !== '')
  while (kept.length > 1 && widthOf(kept) > width) {
    const least = kept.reduce((low, part) => (part.rank < low.rank ? part : low))
    kept = kept.filter((part) => part !== least)
  }
  const line = kept.map(({ text }) => text).join(BETWEEN)
  // A color code must not be split.
  return displayWidth(line) <= width ? line : cut(withoutColour(line), width)
}

function widthOf(parts: readonly StatusPart[]): number {
  return displayWidth(parts.map(({ text }) => text).join(BETWEEN))
}

/** A line that wraps could not be erased. */
function cut(text: string, width: number): string {
  let start = ''
  for (const char of text) {
    if (displayWidth(start + char) > width - 1) break
    start += char
  }
  return `${start}…`
}
