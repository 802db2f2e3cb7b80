import { endpoints } from '../../catalog/catalog.ts'
import { API_PREFIX } from '../../catalog/endpoint.ts'
import { fitsPattern } from '../../control/path-pattern.ts'

const withRows = endpoints
  .filter(({ rows }) => rows === 'each')
  .map(({ method, path }) => ({
    method,
    path: API_PREFIX + path,
    pattern: API_PREFIX + path.replaceAll(/\{\w+\}/g, '*'),
  }))

/** Returns whether the rows of a request succeed or fail separately. */
export function hasRows(request: { readonly method: string; readonly path: string }): boolean {
  return withRows.some(({ method, pattern }) => method === request.method && fitsPattern(request.path, pattern))
}

/** Returns whether such a request may match the method (any if not set) and the path pattern. */
export function mayHaveRows(asked: string | undefined, wanted: string): boolean {
  const fits = ({ path, pattern }: { path: string; pattern: string }) =>
    fitsPattern(path, wanted) || fitsPattern(wanted, pattern)
  return withRows.some((one) => (asked === undefined || asked === one.method) && fits(one))
}
