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
 * site's own, or `null`, is refused (T8). Other programs send none.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  if (origin === null) return ['same-origin', 'none'].includes(site)
  return origin === new URL(request.url).origin
}

/** What came through a tunnel is not for admin and portal (T13). */
export function isTunnelled(request: Request): boolean {
  return [...request.headers.keys()].some((name) => name.startsWith('cf-'))
}
