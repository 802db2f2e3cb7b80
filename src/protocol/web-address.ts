export type WebAddressProblem =
  /** Not text, not absolute, or not parsable. */
  | 'not-absolute'
  /** A scheme other than http and https: `data:`, `blob:`, `javascript:`, and every scheme without an origin. */
  | 'scheme'
  /** Spaces, control characters or backslashes, which browsers silently remove or rewrite. */
  | 'characters'
  /** A user name or password, which can also disguise the host: `https://localhost@elsewhere.example`. */
  | 'credentials'
  /** http to another machine. */
  | 'insecure'

export type WebAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: WebAddressProblem }

/**
 * Reads an absolute https URL, or an http URL on `localhost`, `127.0.0.1` or `[::1]`, written exactly so: the
 * URL parser would also accept `2130706433`, `0x7f.1` and circled digits as 127.0.0.1. Never throws.
 */
export function readWebAddress(text: unknown): WebAddress {
  const url = typeof text === 'string' ? parseUrl(text) : null
  if (typeof text !== 'string' || !url) return { ok: false, reason: 'not-absolute' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, reason: 'scheme' }
  if (/[\s\p{Cc}\\]/u.test(text)) return { ok: false, reason: 'characters' }
  if (!/^https?:\/\//i.test(text)) return { ok: false, reason: 'not-absolute' }
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'credentials' }
  if (url.protocol === 'http:' && !isPlainLoopback(text)) return { ok: false, reason: 'insecure' }
  return { ok: true, url }
}

/** Returns whether the URL is on this machine, in one of the three unambiguous spellings. */
export function isPlainLoopback(text: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:[/?#]|$)/i.test(text)
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
