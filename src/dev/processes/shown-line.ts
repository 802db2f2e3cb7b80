/** Longer lines are cut: a log line is for reading. */
const LINE_LIMIT = 8192

/** Characters that are read beyond that, so that no secret is cut in two at its end: half a secret would not be recognised. */
const EDGE = 4096

/** As much of a line as `shownLine` needs, in characters. */
export const READ_LIMIT = LINE_LIMIT + EDGE

export interface ReadLine {
  /** At most `READ_LIMIT` characters. */
  readonly text: string
  /** The line goes on after them. */
  readonly isCut: boolean
}

/** A line as it is shown: what `hide` hides of it is hidden before it is cut. */
export function shownLine({ text, isCut }: ReadLine, hide: (text: string) => string): string {
  // Of a line that goes on, the edge is cut off from the end, because hiding has shortened the text.
  const shown = isCut ? hide(text).slice(0, -EDGE) : hide(text)
  return isCut || shown.length > LINE_LIMIT ? `${shown.slice(0, LINE_LIMIT)}…` : shown
}
