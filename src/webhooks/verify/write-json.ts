import type { JsonTree } from './json-tree.ts'

/** A program's JSON style. */
export interface JsonStyle {
  /** Separator between the members of an object or list, and between a name and its value. */
  readonly comma: string
  readonly colon: string
  /** One indentation level; null for a single line. */
  readonly indent: string | null
  readonly escape: 'none' | 'ascii' | 'html' | 'ascii-html'
  readonly slash: boolean
  readonly sorted: boolean
  /** Form of 1.50 and 1.0: unchanged; 1.5 and 1 (JavaScript, PHP); 1.5 and 1.0 (Python, Ruby, Java). */
  readonly numbers: 'as-is' | 'short' | 'float'
}

export const compact: JsonStyle = {
  comma: ',',
  colon: ':',
  indent: null,
  escape: 'none',
  slash: false,
  sorted: false,
  numbers: 'as-is',
}

/** Writes the same value as another program would. */
export function writeJson(tree: JsonTree, style: JsonStyle, depth = 0): string {
  const nested = (one: JsonTree) => writeJson(one, style, depth + 1)
  if (tree.kind === 'string') return quoted(tree.value, style)
  if (tree.kind === 'number') return numberText(tree.source, style.numbers)
  if (tree.kind === 'word') return tree.source
  if (tree.kind === 'array') return enclosed('[]', tree.items.map(nested), { style, depth })
  const entries = style.sorted ? tree.entries.toSorted(byName) : tree.entries
  const members = entries.map(([name, value]) => quoted(name, style) + style.colon + nested(value))
  return enclosed('{}', members, { style, depth })
}

/** Compares by code unit, as programs sort without a locale. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function enclosed(
  brackets: string,
  members: readonly string[],
  { style, depth }: { style: JsonStyle; depth: number },
): string {
  const [open = '', close = ''] = brackets
  if (style.indent === null || members.length === 0) return open + members.join(style.comma) + close
  const [outer, inner] = [`\n${style.indent.repeat(depth)}`, `\n${style.indent.repeat(depth + 1)}`]
  return open + inner + members.join(`,${inner}`) + outer + close
}

const html = /[<>&]|[\u2028\u2029]/g
const netHtml = /[<>&'+`]/g

function quoted(text: string, { escape, slash }: JsonStyle): string {
  const plain = JSON.stringify(text)
  const slashed = slash ? plain.replaceAll('/', '\\/') : plain
  if (escape === 'none') return slashed
  if (escape === 'html') return slashed.replaceAll(html, (char) => code(char))
  if (escape === 'ascii') return slashed.replaceAll(/[\u007f-\uffff]/g, (char) => code(char))
  // Like System.Text.Json of .NET: capital digits, and \u0022 for a quotation mark.
  const inside = slashed
    .slice(1, -1)
    .replaceAll('\\"', '\\u0022')
    .replaceAll(netHtml, (char) => code(char).toUpperCase().replace('U', 'u'))
  return `"${inside.replaceAll(/[\u007f-\uffff]/g, (char) => code(char).toUpperCase().replace('U', 'u'))}"`
}

function code(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function numberText(source: string, numbers: JsonStyle['numbers']): string {
  if (numbers === 'as-is') return source
  const isFloat = /[.eE]/.test(source)
  // Only JavaScript reads whole numbers as floats; `parsed-body` covers those beyond 2^53.
  if (!isFloat) return source
  const text = String(Number(source))
  if (numbers === 'short' || /[.e]/.test(text)) return text
  return `${text}.0`
}
