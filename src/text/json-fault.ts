import { escapeCell } from './escape.ts'

interface Scan {
  readonly text: string
  at: number
}

/**
 * Returns the offset of the first invalid character of JSON; the text's length if it only ends too
 * early. For a text that is not nested too deeply (text/json.ts).
 */
export function jsonFault(text: string): number {
  const scan = { text, at: 0 }
  if (isValue(scan)) takes(scan, space)
  return scan.at
}

/** Describes where and why a text is not JSON, as the end of a sentence. Only the character at the fault is quoted. */
export function jsonFaultText(text: string): string {
  if (text.trim() === '') return 'it is empty'
  const at = jsonFault(text)
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  const [found] = text.slice(at, at + 2)
  return found === undefined ? `it is truncated at ${place}` : `unexpected ${shown(found)} at ${place}`
}

function shown(char: string): string {
  return char === '\n' || char === '\r' ? 'end of line' : `'${escapeCell(char)}'`
}

const space = /[ \t\n\r]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- a string of JSON holds none
const characters = /[^"\\\u0000-\u001f]+/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function isValue(scan: Scan): boolean {
  takes(scan, space)
  const first = scan.text[scan.at]
  if (first === '"') return isString(scan)
  if (first === '[') return isList(scan, ']', isValue)
  return first === '{' ? isList(scan, '}', isMember) : takes(scan, scalar)
}

function isString(scan: Scan): boolean {
  if (!isChar(scan, '"')) return false
  while (takes(scan, characters) || takes(scan, escaped));
  if (scan.text[scan.at] !== '"') return false
  scan.at++
  return true
}

function isMember(scan: Scan): boolean {
  return isString(scan) && isChar(scan, ':') && isValue(scan)
}

function isList(scan: Scan, end: string, isItem: (scan: Scan) => boolean): boolean {
  scan.at++
  if (isChar(scan, end)) return true
  while (isItem(scan)) {
    if (isChar(scan, end)) return true
    if (!isChar(scan, ',')) return false
  }
  return false
}

/** Skips the space before it, even if another character follows. */
function isChar(scan: Scan, char: string): boolean {
  takes(scan, space)
  if (scan.text[scan.at] !== char) return false
  scan.at++
  return true
}

function takes(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at
  if (!pattern.test(scan.text)) return false
  scan.at = pattern.lastIndex
  return true
}
