/**
 * Reads the query or form of a consent request literally: `%20` is a space and `+` stays `+`
 * (INST-012, B4), which `URLSearchParams` would not distinguish. Returns null for a broken escape.
 */
export function readQuery(search: string): ReadonlyMap<string, readonly string[]> | null {
  const values = new Map<string, string[]>()
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at === -1 ? pair : pair.slice(0, at))
    const value = decode(at === -1 ? '' : pair.slice(at + 1))
    if (name === null || value === null) return null
    values.set(name, [...(values.get(name) ?? []), value])
  }
  return values
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
