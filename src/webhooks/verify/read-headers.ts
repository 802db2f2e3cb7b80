import { AppError } from '../../errors.ts'
import { parseJson } from '../../text/json.ts'

/** All values by header name in lower case. */
export type ReadHeaders = Readonly<Record<string, readonly string[]>>

/**
 * Reads headers in any usual format: a JSON object, or `Name: value` lines as written by a log, `curl -v` or a
 * proxy (skips a request line, blank lines and the marks `>`, `<`, `*`). Raises `usage.invalid` if neither matches.
 */
export function readHeaders(text: string): ReadHeaders {
  const parsed = parseJson(text)
  const pairs = parsed.ok ? fromJson(parsed.value) : fromLines(text)
  const headers: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const [name, value] of pairs) (headers[name.toLowerCase()] ??= []).push(value)
  return headers
}

function fromJson(value: unknown): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) throw unreadable()
  // rawHeaders of node:http: names and values alternate.
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.flatMap((name, at) => (at % 2 === 0 ? [[name, value[at + 1] ?? ''] as const] : []))
  }
  if (Array.isArray(value)) throw unreadable()
  return Object.entries(value).flatMap(([name, one]) => [one].flat().map((item) => [name, String(item)] as const))
}

function fromLines(text: string): (readonly [string, string])[] {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^(?:[<>*] )?([A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  if (pairs.length === 0) throw unreadable()
  return pairs
}

function unreadable(): AppError {
  return new AppError('usage.invalid', 'The headers are invalid.', {
    suggestions: ['Use `Name: value` lines or a JSON object.'],
  })
}
