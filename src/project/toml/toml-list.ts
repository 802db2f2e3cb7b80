/** A string in a list, by its offsets in the list's text. */
interface Item {
  readonly value: string
  readonly start: number
  /** Offset after the string. */
  readonly end: number
  /** Offset after its comma, or the same offset without a comma. */
  readonly next: number
}

const token = /(?<space>\s+)|(?<comment>#[^\n]*)|(?<comma>,)|(?<basic>"(?:[^"\\\n]|\\.)*")|(?<literal>'[^'\n]*')/y

/**
 * Edits a multi-line list of strings: kept strings keep their line and comment, removed ones take their line along, and new ones are added last.
 * Returns null if that is not possible line by line, because the list has one line, contains other values, or changes its order.
 */
export function editTomlList(list: string, wanted: readonly string[]): string | null {
  const items = list.includes('\n') ? parseItems(list) : null
  if (items === null) return null
  const kept = items.filter(({ value }) => wanted.includes(value))
  const isSameOrder = kept.every(({ value }, at) => value === wanted[at])
  if (!isSameOrder || items.length === 0) return null
  const gone = items.filter((item) => !kept.includes(item))
  const shorter = gone.toReversed().reduce(withoutItem, list)
  return wanted
    .slice(kept.length)
    .reduce<string | null>((text, value) => (text === null ? null : withItem(text, value)), shorter)
}

/** Returns null for a list with anything but strings. */
function parseItems(list: string): Item[] | null {
  const items: Item[] = []
  let at = 1
  while (at < list.length - 1) {
    token.lastIndex = at
    const found = token.exec(list)
    if (found === null) return null
    const [text] = found
    const { comma, basic, literal } = found.groups ?? {}
    const last = items.at(-1)
    if (comma !== undefined && last !== undefined) items.splice(-1, 1, { ...last, next: at + 1 })
    if (basic !== undefined || literal !== undefined) {
      const value = literal === undefined ? parseWord(text) : literal.slice(1, -1)
      if (value === null) return null
      items.push({ value, start: at, end: at + text.length, next: at + text.length })
    }
    at += text.length
  }
  return items
}

/** Decodes TOML's basic strings as JSON, except for two escapes that no scope contains. */
function parseWord(text: string): string | null {
  try {
    return String(JSON.parse(text))
  } catch {
    return null
  }
}

function withoutItem(list: string, { start, next }: Item): string {
  const lineStart = list.lastIndexOf('\n', start) + 1
  const lineEnd = list.indexOf('\n', next)
  const before = list.slice(lineStart, start)
  const after = list.slice(next, lineEnd === -1 ? list.length : lineEnd)
  const isAlone = lineStart > 0 && before.trim() === '' && /^\s*(?:#.*)?$/.test(after)
  if (isAlone) return list.slice(0, lineStart) + list.slice(lineEnd + 1)
  // The text before it keeps its own comma, and the line keeps its indent.
  if (before.trim() === '') return list.slice(0, start) + list.slice(next).replace(/^[ \t]+/, '')
  return list.slice(0, start).replace(/[ \t]+$/, '') + list.slice(next)
}

/** Returns null if no string is left whose line shows the formatting. */
function withItem(list: string, value: string): string | null {
  const last = parseItems(list)?.at(-1)
  if (last === undefined) return null
  const word = JSON.stringify(value)
  const whole = last.next === last.end ? `${list.slice(0, last.end)},${list.slice(last.end)}` : list
  const behind = last.next === last.end ? last.end + 1 : last.next
  const lineEnd = whole.indexOf('\n', behind)
  if (lineEnd === -1) return `${whole.slice(0, behind)} ${word}${whole.slice(behind)}`
  const indent = /[^\n]*$/.exec(whole.slice(0, last.start))?.[0].match(/^\s*/)?.[0] ?? ''
  return `${whole.slice(0, lineEnd)}\n${indent}${word},${whole.slice(lineEnd)}`
}
