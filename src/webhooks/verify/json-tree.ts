import { parseJson } from '../../text/json.ts'

/** JSON with the order of its keys and the digits of its numbers, which JSON.parse does not keep. */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'word'; readonly source: string }

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/g

/** Returns null if the text is not JSON, or nested too deeply. For a duplicate key the last value counts, at the position of the first. */
export function readJsonTree(text: string): JsonTree | null {
  if (!parseJson(text).ok) return null
  const found = text.match(tokens) ?? []
  let at = 0
  const next = () => found[at++] ?? ''
  const members = <T>(end: string, read: () => T): T[] => {
    const list: T[] = []
    if (found[at] === end) at++
    else
      do list.push(read())
      while (next() === ',')
    return list
  }
  const value = (): JsonTree => {
    const token = next()
    if (token === '{') return { kind: 'object', entries: [...new Map(members('}', entry))] }
    if (token === '[') return { kind: 'array', items: members(']', value) }
    if (token.startsWith('"')) return { kind: 'string', value: textOf(token) }
    return /^[-\d]/.test(token) ? { kind: 'number', source: token } : { kind: 'word', source: token }
  }
  const entry = (): readonly [string, JsonTree] => {
    const name = textOf(next())
    next() // Skips the colon.
    return [name, value()]
  }
  return value()
}

function textOf(token: string): string {
  // parseJson has accepted the text that contains it.
  return JSON.parse(token) as string
}
