import { eastAsianWidth } from 'get-east-asian-width'

/** ASCII, Latin letters and the symbols of our own texts, one column each, without the soft hyphen (U+00AD). */
const plainText = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff–…←→↻│✓✗➜]*$/

// oxlint-disable-next-line no-control-regex -- our own SGR codes
const colours = /\u001b\[[0-9;]*m/g

/**
 * Built on first use: the set of all emoji takes V8 14 ms, the segmenter 10 ms, and no start may wait for that (test/bin/startup.test.ts).
 */
function makeRules() {
  return {
    segmenter: new Intl.Segmenter(),
    /** Characters of zero width: marks, controls and characters that only affect their neighbors (UAX #44, Default_Ignorable_Code_Point). */
    noRoom: /^(?:\p{Default_Ignorable_Code_Point}|\p{Control}|\p{Mark}|\p{Surrogate})+$/u,
    leadingNoRoom: /^(?:\p{Default_Ignorable_Code_Point}|\p{Control}|\p{Format}|\p{Mark}|\p{Surrogate})+/u,
    /** One emoji of one or several characters: flags, families, skin tones, keycaps (UTS #51). */
    emoji: /^\p{RGI_Emoji}$/v,
  }
}

let made: ReturnType<typeof makeRules> | undefined
const rules = () => (made ??= makeRules())

/** Removes our own colors (SGR codes, ECMA-48 section 8.3.117). */
export function withoutColour(text: string): string {
  return text.replaceAll(colours, '')
}

/** Returns the columns of a text on the screen; our own colors have no width. */
export function displayWidth(text: string): number {
  const bare = withoutColour(text)
  if (plainText.test(bare)) return bare.length
  let width = 0
  for (const part of graphemes(bare)) width += graphemeWidth(part)
  return width
}

/** Returns the text, or as much as fits before an ellipsis, without splitting a grapheme. */
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

function graphemes(text: string): readonly string[] {
  if (plainText.test(text)) return text.split('')
  return Array.from(rules().segmenter.segment(text), ({ segment }) => segment)
}

function graphemeWidth(part: string): number {
  if (plainText.test(part)) return 1
  const { noRoom, emoji, leadingNoRoom } = rules()
  if (noRoom.test(part)) return 0
  if (emoji.test(part)) return 2
  return eastAsianWidth(part.replace(leadingNoRoom, '').codePointAt(0) ?? 0)
}
