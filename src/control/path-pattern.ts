import { API_PREFIX } from '../catalog/endpoint.ts'

/** Returns the complete pattern: without `/api/` at the start, the API's prefix is added. */
export function wholePattern(pattern: string): string {
  if (pattern.startsWith('/api/') || pattern.startsWith('*')) return pattern
  return `${API_PREFIX}${pattern.startsWith('/') ? '' : '/'}${pattern}`
}

/** Returns whether a path matches a pattern in which `*` matches any characters. The time is proportional to both lengths for any pattern. */
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

/** Returns whether a path exists that matches both patterns. The time is proportional to the product of their lengths. */
export function mayBothFit(one: string, other: string): boolean {
  // Whether the rests of `one` and `other`, from each position, match a common path; the last row first.
  let below: readonly boolean[] = []
  for (let at = one.length; at >= 0; at--) {
    const row: boolean[] = []
    for (let beside = other.length; beside >= 0; beside--) {
      const [left, right] = [one[at], other[beside]]
      if (left === undefined && right === undefined) row[beside] = true
      // After the end of either pattern nothing can match.
      else if (left === '*' || right === '*') row[beside] = below[beside] === true || row[beside + 1] === true
      else row[beside] = left === right && below[beside + 1] === true
    }
    below = row
  }
  return below[0] === true
}
