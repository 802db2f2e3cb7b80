import { API_PREFIX } from '../catalog/endpoint.ts'

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

/** Whether some path fits both patterns. In time proportional to the product of their lengths. */
export function mayBothFit(one: string, other: string): boolean {
  // Whether what is left of `one` and of `other`, from each position on, has a path in common; the last row first.
  let below: readonly boolean[] = []
  for (let at = one.length; at >= 0; at--) {
    const row: boolean[] = []
    for (let beside = other.length; beside >= 0; beside--) {
      const [left, right] = [one[at], other[beside]]
      if (left === undefined && right === undefined) row[beside] = true
      // Beyond the end of either nothing is left that could fit.
      else if (left === '*' || right === '*') row[beside] = below[beside] === true || row[beside + 1] === true
      else row[beside] = left === right && below[beside + 1] === true
    }
    below = row
  }
  return below[0] === true
}
