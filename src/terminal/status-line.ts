import type { Output } from './output/output.ts'
import { displayWidth, withoutColour } from './width.ts'

/** A piece of a status line. */
export interface StatusPart {
  readonly text: string
  /** Where there is no space for all, those of the lowest rank go first. */
  readonly rank: number
}

/** One line at the bottom that stays while others scroll above it. */
export interface StatusLine {
  /** Writes it again. Parts that have no space are left out whole: half an address leads nowhere. A single part is cut. */
  readonly show: (parts: readonly StatusPart[]) => void
  /** Does `write` above it. */
  readonly above: (write: () => void) => void
  /** Empties the screen and what has scrolled out of it. */
  readonly wipe: () => void
  /** Removes it permanently. */
  readonly clear: () => void
}

/** To the start of the line, and everything on it gone (ECMA-48 EL). */
const WIPE = '\r\u001b[2K'

/** The screen, its scrollback, and home (ECMA-48 ED, CUP). */
const WIPE_ALL = '\u001b[2J\u001b[3J\u001b[H'

const BETWEEN = '  ·  '

/** A status line on a terminal; on anything else it writes nothing. */
export function createStatusLine(stream: Output): StatusLine {
  let shown: readonly StatusPart[] = []
  if (stream.isTTY !== true) {
    return { show: () => {}, above: (write) => write(), wipe: () => {}, clear: () => {} }
  }
  const draw = () => {
    if (shown.length > 0) stream.write(WIPE + fitParts(shown, (stream.columns || 80) - 1))
  }
  return {
    show: (parts) => {
      shown = parts
      draw()
    },
    above: (write) => {
      if (shown.length > 0) stream.write(WIPE)
      write()
      draw()
    },
    wipe: () => {
      stream.write(WIPE_ALL)
      draw()
    },
    clear: () => {
      if (shown.length > 0) stream.write(WIPE)
      shown = []
    },
  }
}

/** The parts side by side, those of the lowest rank left out until the rest has space in `width` columns. */
export function fitParts(parts: readonly StatusPart[], width: number): string {
  let kept = parts.filter(({ text }) => text !== '')
  while (kept.length > 1 && widthOf(kept) > width) {
    const least = kept.reduce((low, part) => (part.rank < low.rank ? part : low))
    kept = kept.filter((part) => part !== least)
  }
  const line = kept.map(({ text }) => text).join(BETWEEN)
  // A colour must not be cut in two.
  return displayWidth(line) <= width ? line : cut(withoutColour(line), width)
}

function widthOf(parts: readonly StatusPart[]): number {
  return displayWidth(parts.map(({ text }) => text).join(BETWEEN))
}

/** A line that wraps could not be taken back. */
function cut(text: string, width: number): string {
  let start = ''
  for (const char of text) {
    if (displayWidth(start + char) > width - 1) break
    start += char
  }
  return `${start}…`
}
