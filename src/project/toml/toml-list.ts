/** A word of a list, by its place in the list's text. */
interface Item {
  readonly value: string
  readonly start: number
  /** Behind the word. */
  readonly end: number
  /** Behind its comma; the same where there is none. */
  readonly next: number
}

const token = /(?<space>\s+)|(?<comment>#[^\n]*)|(?<comma>,)|(?<basic>"(?:[^"\\\n]|\\.)*")|(?<literal>'[^'\n]*')/y

/**
 * The text of a list of words over several lines with other words in it: each that stays keeps its line and its comment, one that goes takes its own line along, and
 * new ones come last. Null where that cannot be done line by line: the list has one line, holds something else, or its words change places.
 */
export function editTomlList(list: string, wanted: readonly string[]): string | null {
  const items = list.includes('\n') ? itemsOf(list) : null
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

/** Null for a list of anything but words. */
function itemsOf(list: string): Item[] | null {
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
      const value = literal === undefined ? wordOf(text) : literal.slice(1, -1)
      if (value === null) return null
      items.push({ value, start: at, end: at + text.length, next: at + text.length })
    }
    at += text.length
  }
  return items
}

/** TOML's basic strings are JSON's, but for two escapes that no scope has. */
function wordOf(text: string): string | null {
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
  // What stands before it keeps its own comma, and the line its indent.
  if (before.trim() === '') return list.slice(0, start) + list.slice(next).replace(/^[ \t]+/, '')
  return list.slice(0, start).replace(/[ \t]+$/, '') + list.slice(next)
}

/** Null where there is no word left whose line shows how the others are written. */
function withItem(list: string, value: string): string | null {
  const last = itemsOf(list)?.at(-1)
  if (last === undefined) return null
  const word = JSON.stringify(value)
  const whole = last.next === last.end ? `${list.slice(0, last.end)},${list.slice(last.end)}` : list
  const behind = last.next === last.end ? last.end + 1 : last.next
  const lineEnd = whole.indexOf('\n', behind)
  if (lineEnd === -1) return `${whole.slice(0, behind)} ${word}${whole.slice(behind)}`
  const indent = /[^\n]*$/.exec(whole.slice(0, last.start))?.[0].match(/^\s*/)?.[0] ?? ''
  return `${whole.slice(0, lineEnd)}\n${indent}${word},${whole.slice(lineEnd)}`
}
