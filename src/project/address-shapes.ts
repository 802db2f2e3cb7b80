import type { RedirectUriProblem } from '../protocol/redirect-uri.ts'
import { isPlainLoopback, readWebAddress, type WebAddressProblem } from '../protocol/web-address.ts'
import { shown } from './check-shape.ts'
import type { TextShape } from './shape.ts'

export const addressWords: Record<RedirectUriProblem | WebAddressProblem, string> = {
  'not-absolute': 'is not an absolute URL.',
  scheme: 'uses neither https nor http.',
  characters: 'contains spaces, control characters or backslashes.',
  credentials: 'contains a user name or password.',
  insecure: 'uses http, which is only allowed for localhost, 127.0.0.1 and [::1].',
  fragment: 'contains a fragment (#).',
}

export const webAddress = (about: string): TextShape => ({
  kind: 'text',
  about,
  allowed: 'an https URL, or an http URL on localhost, 127.0.0.1 or [::1]',
  check: (value) => {
    if (value === '') return 'is empty.'
    const address = readWebAddress(value)
    return address.ok ? null : addressWords[address.reason]
  },
})

/** Paths that svcapp adds. Addresses from the documents or the browser already contain them. */
const added = /^(https?:\/\/[^/]+(?:\/[^/]+)*?)(\/(?:api\/apps|admin)(?:\/.*)?)$/i

/** Addresses that API paths are appended to. A query or fragment would end up in the middle. */
export const baseAddress = (about: string): TextShape => {
  const shape = webAddress(about)
  return {
    ...shape,
    check: (value) => withoutScheme(value) ?? shape.check?.(value) ?? addedPath(value) ?? withQuery(value),
  }
}

function withoutScheme(value: string): string | null {
  if (!/^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:\/|$)/i.test(value)) return null
  const address = `https://${value}`
  return `has no scheme. Enter ${added.exec(address)?.[1] ?? address} instead.`
}

function addedPath(value: string): string | null {
  const [, base, tail] = added.exec(value) ?? []
  return base === undefined ? null : `has the path ${tail}. Enter ${base} instead.`
}

function withQuery(value: string): string | null {
  return /[?#]/.test(value) ? `contains a query. Enter ${value.replace(/[?#].*/, '')} instead.` : null
}

/** Returns whether both are one site. The API and the store admin never are, but a stand-in on this machine may be. */
export function isOneSite(base: string, admin: string): boolean {
  const origin = URL.parse(base)?.origin
  return origin !== undefined && origin === URL.parse(admin)?.origin && !isPlainLoopback(base)
}

export const ONE_SITE =
  'has the same origin as base_url, but the API and the store admin have different origins. Correct one of the URLs.'

/** An address without path and query. */
export const originAddress = (about: string): TextShape => {
  const shape = webAddress(about)
  return {
    ...shape,
    check: (value) =>
      shape.check?.(value) ?? (/^[^/]*\/\/[^/?#]+\/?$/.test(value) ? null : 'contains a path or query.'),
  }
}

export const ownPath = (about: string, byDefault: string): TextShape => ({
  kind: 'text',
  about,
  default: byDefault,
  pattern: '^/(?!/)[^?#\\s]*$',
  allowed: 'a path such as /webhooks',
  check: (value) => {
    if (!/^\/(?!\/)[^?#\s\\]*$/.test(value)) return `is ${shown(value)}, not a path that starts with one /.`
    // Senders parse the path as a URL, so the path that they request must match the configured one.
    const asked = URL.parse(value, 'http://localhost')?.pathname
    return asked === value ? null : `is ${shown(value)}. Use ${shown(asked ?? '')}, because clients request that path.`
  },
})

/** A path inside the project: relative, with slashes, without `..`. */
export const insidePath: TextShape = {
  kind: 'text',
  about: 'A path inside the project.',
  allowed: 'a path inside the project, such as src',
  check: (path) => (isInside(path) ? null : `is ${shown(path)}, which is outside the project.`),
}

function isInside(path: string): boolean {
  return path !== '' && !/^\/|^[a-z]:|\\/i.test(path) && !path.split('/').includes('..')
}
