/**
 * Every character that a terminal may interpret as a command or that reorders text on the screen: C0 except
 * tab and newline, DEL, C1, the bidi controls, the two Unicode line ends, and unpaired surrogates (T21).
 */
const dangerous =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu

/**
 * Makes untrusted text safe to show: each dangerous character becomes a visible `\u001b`. Safe
 * text stays unchanged, so applying it twice has no effect, and a JSON document keeps its meaning.
 */
export function escapeForeign(text: string): string {
  return text.replace(dangerous, visible)
}

/** Does the same on one line: tabs and line ends become visible too. For table cells and values inside a sentence. */
export function escapeCell(text: string): string {
  return escapeForeign(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

function visible(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
