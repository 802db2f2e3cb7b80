import { keyText, type KeyPath } from './check-shape.ts'
import { tomlPlaces } from './toml-places.ts'

export type TomlValue = string | number | boolean | readonly string[]

/**
 * The text with one value changed, or added at the end of its table; everything else, comments included, stays as it is. The text must be TOML that the
 * parser accepts. `path` has no list places.
 */
export function setTomlValue(text: string, path: KeyPath, value: TomlValue): string {
  const places = tomlPlaces(text)
  const place = places.find(path)
  if (place !== undefined) return text.slice(0, place.start) + tomlText(value) + text.slice(place.end)

  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const line = `${keyText(path.slice(-1))} = ${tomlText(value)}${newline}`
  const table = path.slice(0, -1)
  const found = places.tables.find((one) => keyText(one.path) === keyText(table))
  if (found !== undefined) return insertAfter(text, found.bodyStart, line)
  const inline = table.length === 0 ? undefined : places.find(table)
  if (inline !== undefined && text[inline.start] === '{') {
    const rest = text.slice(inline.start + 1)
    const comma = rest.trimStart().startsWith('}') ? ' ' : ','
    return `${text.slice(0, inline.start + 1)} ${line.trimEnd()}${comma}${rest}`
  }
  if (table.length === 0) return line + text
  const gap = text === '' || text.endsWith(newline) ? newline : newline + newline
  return `${text}${gap}[${keyText(table)}]${newline}${line}`
}

/** TOML's text of a value; its basic strings are written like JSON's, but for DEL, which TOML wants escaped. */
export function tomlText(value: TomlValue): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  if (typeof value === 'object') return `[${value.map((item) => tomlText(item)).join(', ')}]`
  return String(value)
}

function insertAfter(text: string, at: number, line: string): string {
  const head = text.slice(0, at)
  const needsLineEnd = head !== '' && !head.endsWith('\n')
  return `${head}${needsLineEnd ? '\n' : ''}${line}${text.slice(at)}`
}
