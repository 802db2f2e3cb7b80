import { parseSync } from 'rolldown/utils'

/** An existing escape, or a non-ASCII character of a text, possibly after a meaningless backslash. */
const foreign = /\\\p{ASCII}|\\?(\P{ASCII})/gu

/**
 * Returns the same program with only ASCII in its texts and patterns. A single other character makes V8 store the source with two bytes per
 * character and take twice as long to read it. Names and tagged templates, whose functions may read the source, stay unchanged.
 */
export function asciiOnly(code: string): string {
  if (!/\P{ASCII}/u.test(code)) return code
  const parts: Part[] = []
  collect(parseSync('chunk.js', code).program, parts)
  let text = ''
  let at = 0
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, start) + code.slice(start, end).replace(foreign, escaped)
    at = end
  }
  return text + code.slice(at)
}

interface Part {
  readonly start: number
  readonly end: number
}

function collect(node: unknown, parts: Part[]): void {
  if (typeof node !== 'object' || node === null) return
  const { type, start, end, regex, value, tag, quasi } = node as {
    readonly type?: string
    readonly start: number
    readonly end: number
    readonly regex?: object
    readonly value?: unknown
    readonly tag?: unknown
    readonly quasi?: { readonly expressions: unknown }
  }
  if (type === 'TaggedTemplateExpression') return [tag, quasi?.expressions].forEach((inner) => collect(inner, parts))
  const isText = type === 'Literal' && (typeof value === 'string' || regex !== undefined)
  if (isText || type === 'TemplateElement') parts.push({ start, end })
  else for (const inner of Object.values(node)) collect(inner, parts)
}

function escaped(whole: string, character: string | undefined): string {
  if (character === undefined) return whole
  // One escape per UTF-16 unit, because a text without the flag `u` consists of these units.
  return Array.from({ length: character.length }, (_, at) => escapedUnit(character.charCodeAt(at))).join('')
}

function escapedUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
