import type { Browser, Page } from '../harness/browser.ts'
import type { Cookie } from '../harness/cookie-jar.ts'

/** Opens a URL with exactly these cookies. */
export function withCookies(
  browser: Browser,
  url: URL,
  cookies: readonly Pick<Cookie, 'name' | 'value'>[],
): Promise<Page> {
  const value = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
  return browser.open(url, value === '' ? {} : { headers: [['Cookie', value]] })
}

/** Returns the final URL of a panel, without a token. */
export function pageUrl(page: Page): URL {
  const url = new URL(page.url)
  url.searchParams.delete('embed_token')
  return url
}
