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

/** Whether it is a request of rows that succeed or fail by themselves. */
export function hasRows(request: { readonly method: string; readonly path: string }): boolean {
  return withRows.some(({ method, pattern }) => method === request.method && fitsPattern(request.path, pattern))
}

/** Whether such a request may fit the method, any when none is named, and the pattern of paths. */
export function mayHaveRows(asked: string | undefined, wanted: string): boolean {
  const fits = ({ path, pattern }: { path: string; pattern: string }) =>
    fitsPattern(path, wanted) || fitsPattern(wanted, pattern)
  return withRows.some((one) => (asked === undefined || asked === one.method) && fits(one))
}
