import { API_PREFIX } from '../../catalog/endpoint.ts'

/** The whole pattern: what does not begin with `/api/` is meant below the API's prefix. */
export function wholePattern(pattern: string): string {
  if (pattern.startsWith('/api/') || pattern.startsWith('*')) return pattern
  return `${API_PREFIX}${pattern.startsWith('/') ? '' : '/'}${pattern}`
}

/** Whether a path fits a pattern in which `*` stands for any run of characters. In time proportional to both lengths, whatever the pattern is. */
export function fitsPattern(path: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return path === first
  if (!path.startsWith(first) || path.length < first.length + last.length || !path.endsWith(last)) return false
  const end = path.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
