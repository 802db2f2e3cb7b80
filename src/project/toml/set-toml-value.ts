import { keyText, type KeyPath } from '../check-shape.ts'
import { editTomlList } from './toml-list.ts'
import { tomlPositions } from './toml-positions.ts'

export type TomlValue = string | number | boolean | readonly string[]

/**
 * Changes one value, or adds it at the end of its table, and keeps everything else, including
 * comments. The parser must accept the text. `path` has no list indexes.
 */
export function setTomlValue(text: string, path: KeyPath, value: TomlValue): string {
  const places = tomlPositions(text)
  const place = places.find(path)
  if (place !== undefined) {
    return text.slice(0, place.start) + changedText(text.slice(place.start, place.end), value) + text.slice(place.end)
  }

  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const table = path.slice(0, -1)
  const pair = `${keyText(path.slice(-1))} = ${tomlText(value)}`
  const inline = table.length === 0 ? undefined : places.find(table)
  if (inline !== undefined && text[inline.start] === '{') return insertInline(text, inline.start + 1, pair)

  const found = places.tables.find((one) => keyText(one.path) === keyText(table))
  const end = places.endOf(table) ?? found?.bodyStart
  if (end !== undefined) return insertLine(text, lineAfter(text, end), pair + newline)
  if (table.length === 0) return pair + newline + text
  const gap = text === '' || text.endsWith(newline) ? newline : newline + newline
  return `${text}${gap}[${keyText(table)}]${newline}${pair}${newline}`
}

/** Changes a list of strings, if possible with its lines and comments intact. */
function changedText(before: string, value: TomlValue): string {
  return (typeof value === 'object' ? editTomlList(before, value) : null) ?? tomlText(value)
}

/** Returns a value as TOML. TOML escapes basic strings like JSON, and also DEL. */
export function tomlText(value: TomlValue): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  if (typeof value === 'object') return `[${value.map((item) => tomlText(item)).join(', ')}]`
  return String(value)
}

/** Returns the offset of the next line, so that a comment after a value stays with it. */
function lineAfter(text: string, end: number): number {
  if (end === 0 || text[end - 1] === '\n') return end
  const newline = text.indexOf('\n', end)
  return newline === -1 ? text.length : newline + 1
}

function insertInline(text: string, at: number, pair: string): string {
  const rest = text.slice(at)
  return `${text.slice(0, at)} ${pair}${rest.trimStart().startsWith('}') ? ' ' : ','}${rest}`
}

function insertLine(text: string, at: number, line: string): string {
  const head = text.slice(0, at)
  const gap = head === '' || head.endsWith('\n') ? '' : '\n'
  return head + gap + line + text.slice(at)
}
