import { endpoints } from '../../catalog/catalog.ts'
import { API_PREFIX } from '../../catalog/endpoint.ts'
import { tokenExchange } from '../../catalog/oauth.ts'
import { mayBothFit, wholePattern } from '../../control/path-pattern.ts'
import { nearest } from '../../text/nearest.ts'

const parameter = /^\{\w+\}$/

/** Returns a warning if no platform path matches the pattern, because the fault would affect only calls to unknown paths. Null if one matches. */
export function strayPath(pattern: string): string | null {
  const whole = wholePattern(pattern)
  const paths = [...endpoints.map(({ path }) => API_PREFIX + path), tokenExchange.path]
  if (paths.some((path) => mayBothFit(whole, path.replaceAll(/\{\w+\}/g, '*')))) return null
  const typed = below(whole)
  const meant = nearest(
    typed,
    paths.map((path) => filled(below(path), typed)),
  )
  const guess = meant === null ? '' : ` Did you mean ${meant}?`
  return `No endpoint path matches ${pattern}, so this fault affects no call.${guess}`
}

function below(path: string): string {
  return path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path
}

/** Fills a path's parameters with the typed values: `/orders/{orderId}` for `/ordrs/5` gives `/orders/5`. */
function filled(path: string, typed: string): string {
  const given = typed.split('/')
  return path
    .split('/')
    .map((part, at) => (parameter.test(part) ? (given[at] ?? '*') : part))
    .join('/')
}
