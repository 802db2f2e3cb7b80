import type { EmulatorUrls } from '../control/contract.ts'

export type SiteName = keyof EmulatorUrls

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const

/** Returns the exact `host:port` texts under which a site may be called (T5). They are compared as text, never resolved. */
export function allowedHosts(url: string): readonly string[] {
  const { port } = new URL(url)
  return loopbackNames.map((name) => (port === '' ? name : `${name}:${port}`))
}

/** Returns the site of an address, or null for any other host. */
export function siteOf(host: string, urls: EmulatorUrls): SiteName | null {
  // The keys of this object are the sites.
  const sites = Object.keys(urls) as SiteName[]
  return sites.find((site) => allowedHosts(urls[site]).includes(host)) ?? null
}

/**
 * Returns whether a form or control request may come from its stated origin. A browser sends the page's origin with every POST, so another
 * origin, or `null`, is rejected (T8). Without an origin, `Sec-Fetch-Site` rejects other sites. Other programs send neither header.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === new URL(request.url).origin
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Admin and portal reject requests that came through a tunnel (T13). */
export function isTunnelled(request: Request): boolean {
  return [...request.headers.keys()].some((name) => name.startsWith('cf-'))
}
