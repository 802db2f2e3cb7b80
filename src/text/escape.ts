/**
 * Everything that a terminal may take as a command or that reorders text on the screen: C0 but tab and newline, DEL, C1, the bidi controls,
 * the two Unicode line ends, and surrogates without a partner (T21).
 */
const dangerous =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu

/**
 * Text from outside, safe to show: each dangerous character becomes a visible `\u001b`. Safe text comes back unchanged, so applying it twice is
 * the same as once, and a JSON document stays the same document.
 */
export function escapeForeign(text: string): string {
  return text.replace(dangerous, visible)
}

/** As `escapeForeign`, and on one line: tabs and line ends are made visible too. For table cells and values inside a sentence. */
export function escapeCell(text: string): string {
  return escapeForeign(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

function visible(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
