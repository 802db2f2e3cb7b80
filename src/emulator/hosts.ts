import type { EmulatorUrls } from '../control/contract.ts'

export type SiteName = keyof EmulatorUrls

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const

/** The exact `host:port` texts by which a site may be called (T5); compared as text, never resolved. */
export function allowedHosts(url: string): readonly string[] {
  const { port } = new URL(url)
  return loopbackNames.map((name) => (port === '' ? name : `${name}:${port}`))
}

/** Which site an address belongs to; null for any other host. */
export function siteOf(host: string, urls: EmulatorUrls): SiteName | null {
  // The keys of this object are the sites.
  const sites = Object.keys(urls) as SiteName[]
  return sites.find((site) => allowedHosts(urls[site]).includes(host)) ?? null
}

/**
 * Whether a form or control request may have come from where it says: a browser names the origin of the page with every POST, so one that is not this
 * site's own, or `null`, is refused (T8), and so is another site by `Sec-Fetch-Site` where no origin is named. Other programs send neither.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === new URL(request.url).origin
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** What came through a tunnel is not for admin and portal (T13). */
export function isTunnelled(request: Request): boolean {
  return [...request.headers.keys()].some((name) => name.startsWith('cf-'))
}
