import type { RawAnswer } from './raw-request.ts'

export interface Cookie {
  readonly name: string
  readonly value: string
  /** In lower case: `httponly`, `samesite=none`. */
  readonly attributes: readonly string[]
}

/** The cookies of one browser, separate for each host; ports share them, as in a browser. */
export interface CookieJar {
  readonly keep: (host: string, cookies: readonly Cookie[]) => void
  /** Returns the value of the `Cookie` header; null without cookies. */
  readonly header: (host: string) => string | null
  readonly all: (host: string) => readonly Cookie[]
}

export function createCookieJar(): CookieJar {
  const hosts = new Map<string, Map<string, Cookie>>()
  const of = (host: string) => [...(hosts.get(host)?.values() ?? [])]
  return {
    keep: (host, cookies) => {
      const kept = hosts.get(host) ?? new Map<string, Cookie>()
      hosts.set(host, kept)
      for (const cookie of cookies) {
        if (isOver(cookie)) kept.delete(cookie.name)
        else kept.set(cookie.name, cookie)
      }
    },
    header: (host) => {
      const kept = of(host)
      return kept.length === 0 ? null : kept.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    all: of,
  }
}

/** Returns the cookies that a response sets. */
export function cookiesOf({ headers }: Pick<RawAnswer, 'headers'>): Cookie[] {
  return headers.flatMap(([header, text]) => {
    if (header.toLowerCase() !== 'set-cookie') return []
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    return at < 1 ? [] : [{ name: pair.slice(0, at), value: pair.slice(at + 1), attributes: attributes.map(lower) }]
  })
}

function lower(text: string): string {
  return text.toLowerCase()
}

function isOver({ attributes }: Cookie): boolean {
  return attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=')
    if (name === 'max-age') return Number(value) <= 0
    // A date in the past removes a cookie. Every other date is later than the end of any check.
    return name === 'expires' && /\b19[67]\d\b|\b2000\b/.test(value)
  })
}
