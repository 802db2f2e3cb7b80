/** Longer lines are truncated for readability. */
const LINE_LIMIT = 8192

/** Additional characters to read, so that no secret is split at the end: half a secret would not be recognized. */
const EDGE = 4096

/** Number of characters of a line that `shownLine` needs. */
export const READ_LIMIT = LINE_LIMIT + EDGE

export interface ReadLine {
  /** At most `READ_LIMIT` characters. */
  readonly text: string
  /** Whether the line continues. */
  readonly isCut: boolean
}

/** Returns the line for display. Masks secrets with `hide` before truncating. */
export function shownLine({ text, isCut }: ReadLine, hide: (text: string) => string): string {
  // Removes the extra characters from the end, because masking may have shortened the text.
  const shown = isCut ? hide(text).slice(0, -EDGE) : hide(text)
  return isCut || shown.length > LINE_LIMIT ? `${shown.slice(0, LINE_LIMIT)}…` : shown
}
