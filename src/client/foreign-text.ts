/** What a terminal may take as a command or that reorders text: C0, DEL, C1, bidi controls and the two Unicode line ends. */
const dangerous =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const MAX_LENGTH = 500

/** Text of the platform, fit to stand inside an error of ours: one line, no control characters, at most 500 characters (T21). */
export function foreignText(text: string): string {
  const visible = text.replace(dangerous, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return visible.length <= MAX_LENGTH ? visible : `${visible.slice(0, MAX_LENGTH)}…`
}
