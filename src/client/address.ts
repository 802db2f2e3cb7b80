import { API_PREFIX } from '../catalog/endpoint.ts'
import { AppError } from '../errors.ts'
import { foreignText } from '../text/foreign-text.ts'

export type QueryValue = string | number | boolean | undefined

/**
 * Returns the path of an endpoint with each `{parameter}` as one encoded segment. Raises `api.bad-path` for a value that a server
 * could read as another path: a dot segment, also between encoded slashes, a control character, or an empty value (T33).
 */
export function endpointPath(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    const segments = value.split(/[/\\]/)
    if (
      value === '' ||
      !value.isWellFormed() ||
      hasControl(value) ||
      segments.some((segment) => segment === '.' || segment === '..')
    ) {
      throw badPath(
        `${name}=${value}`,
        'a path parameter must not be empty or contain control characters or a dot segment',
      )
    }
    return encodeURIComponent(value)
  })
}

/** Returns a typed path if it is plain. It is checked as text, because a URL parser silently folds dot segments and `//host` (R9, T33). */
export function rawPath(path: string): string {
  const fault = faultOf(path)
  if (fault !== null) throw badPath(path, fault)
  return path
}

/** Returns the URL of an encoded path below `{base}/api/apps/v1`. Raises `api.bad-path` if parsing changes the path or leaves the origin. */
export function apiUrl(base: URL, path: string, query: Readonly<Record<string, QueryValue>> = {}): URL {
  const root = `${base.pathname.replace(/\/+$/, '')}${API_PREFIX}`
  const url = URL.parse(root + path, base.origin)
  if (url === null || url.origin !== base.origin || url.pathname !== root + path) {
    throw badPath(path, 'it leaves /api/apps/v1')
  }
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

function faultOf(path: string): string | null {
  if (hasControl(path) || /\s/.test(path)) return 'it contains a space or a control character'
  if (!path.startsWith('/')) return 'it must start with /'
  if (path.includes('//')) return 'it contains //'
  if (path.includes('\\')) return 'it contains a backslash'
  if (/[?#]/.test(path)) return 'it contains a query or fragment (use --query for a query)'
  if (/%(2e|2f|5c|0|1|7f)/i.test(path)) return 'it contains an encoded dot, slash, backslash or control character'
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return 'it contains a dot segment'
  return null
}

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[\u0000-\u001f\u007f]/.test(text)
}

export function badPath(path: string, why: string): AppError {
  return new AppError('api.bad-path', `The path ${foreignText(path)} was rejected because ${why}. Nothing was sent.`, {
    suggestions: ['Use a path below /api/apps/v1, for example /orders/42.'],
  })
}
