import { eastAsianWidth } from 'get-east-asian-width'

/** ASCII and Latin letters that take one column each; the soft hyphen (U+00AD) is none of them. */
const plainText = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff]*$/

// oxlint-disable-next-line no-control-regex -- our own SGR codes
const colours = /\u001b\[[0-9;]*m/g

/** What takes no column by itself: marks, controls and what only steers its neighbours (UAX #44, Default_Ignorable_Code_Point). */
const noRoom = /^(?:\p{Default_Ignorable_Code_Point}|\p{Control}|\p{Mark}|\p{Surrogate})+$/u

const leadingNoRoom = /^(?:\p{Default_Ignorable_Code_Point}|\p{Control}|\p{Format}|\p{Mark}|\p{Surrogate})+/u

/** One emoji of one or several characters: flags, families, skin tones, keycaps (UTS #51). */
const emoji = /^\p{RGI_Emoji}$/v

/** Columns that a text takes on the screen; our own colours take none. */
export function displayWidth(text: string): number {
  if (plainText.test(text)) return text.length
  let width = 0
  for (const part of graphemes(text.replaceAll(colours, ''))) width += graphemeWidth(part)
  return width
}

/** The text, or as much of it as fits before an ellipsis; nothing that is one character for a reader is cut in two. */
export function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let used = 0
  let kept = ''
  for (const part of graphemes(text)) {
    used += graphemeWidth(part)
    if (used > width - 1) break
    kept += part
  }
  return `${kept.trimEnd()}…`
}

let segmenter: Intl.Segmenter | undefined

/** What a reader takes for one character. The segmenter is made on first need: it takes 10 ms and more. */
function graphemes(text: string): readonly string[] {
  if (plainText.test(text)) return text.split('')
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function graphemeWidth(part: string): number {
  if (noRoom.test(part)) return 0
  if (emoji.test(part)) return 2
  return eastAsianWidth(part.replace(leadingNoRoom, '').codePointAt(0) ?? 0)
}
