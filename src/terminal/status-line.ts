import { displayWidth } from './table.ts'
import type { Output } from './terminal.ts'

/** One line at the bottom that stays while others scroll above it. */
export interface StatusLine {
  /** Writes it anew. Longer text is cut: a line that wraps could not be taken back. */
  readonly show: (text: string) => void
  /** Does `write` above it. */
  readonly above: (write: () => void) => void
  /** Takes it away for good. */
  readonly clear: () => void
}

/** To the start of the line, and everything on it gone (ECMA-48 EL). */
const WIPE = '\r\u001b[2K'

/** A status line on a terminal; on anything else it writes nothing. */
export function createStatusLine(stream: Output): StatusLine {
  let shown = ''
  if (stream.isTTY !== true) return { show: () => {}, above: (write) => write(), clear: () => {} }
  const draw = () => {
    if (shown !== '') stream.write(WIPE + fit(shown, (stream.columns || 80) - 1))
  }
  return {
    show: (text) => {
      shown = text
      draw()
    },
    above: (write) => {
      if (shown !== '') stream.write(WIPE)
      write()
      draw()
    },
    clear: () => {
      if (shown !== '') stream.write(WIPE)
      shown = ''
    },
  }
}

/** Cut at the width; colours of the text must not be cut in two, so they are left out of a text that is too long. */
function fit(text: string, width: number): string {
  // oxlint-disable-next-line no-control-regex -- our own SGR codes
  const plain = text.replaceAll(/\u001b\[[0-9;]*m/g, '')
  if (displayWidth(plain) <= width) return text
  let cut = ''
  for (const char of plain) {
    if (displayWidth(cut + char) > width - 1) break
    cut += char
  }
  return `${cut}…`
}
