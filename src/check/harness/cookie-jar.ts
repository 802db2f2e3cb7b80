import { readSetCookie, type SetCookie } from '../../http/set-cookie.ts'
import type { RawAnswer } from './raw-request.ts'

/** The cookies of one browser, separate for each host; ports share them, as in a browser. */
export interface CookieJar {
  readonly keep: (host: string, cookies: readonly SetCookie[]) => void
  /** Returns the value of the `Cookie` header; null without cookies. */
  readonly header: (host: string) => string | null
  readonly all: (host: string) => readonly SetCookie[]
}

export function createCookieJar(): CookieJar {
  const hosts = new Map<string, Map<string, SetCookie>>()
  const of = (host: string) => [...(hosts.get(host)?.values() ?? [])]
  return {
    keep: (host, cookies) => {
      const kept = hosts.get(host) ?? new Map<string, SetCookie>()
      hosts.set(host, kept)
      for (const cookie of cookies) {
        if (cookie.isRemoval) kept.delete(cookie.name)
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
export function cookiesOf({ headers }: Pick<RawAnswer, 'headers'>): SetCookie[] {
  return headers.flatMap(([header, text]) => (header.toLowerCase() === 'set-cookie' ? (readSetCookie(text) ?? []) : []))
}
