import type { Browser, Page } from '../bench/browser.ts'
import type { Cookie } from '../bench/cookie-jar.ts'

/** Opens an address with exactly these cookies and no others. */
export function withCookies(
  browser: Browser,
  url: URL,
  cookies: readonly Pick<Cookie, 'name' | 'value'>[],
): Promise<Page> {
  const value = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
  return browser.open(url, value === '' ? {} : { headers: [['Cookie', value]] })
}

/** The address at which a panel ended, without a token. */
export function pageUrl(page: Page): URL {
  const url = new URL(page.url)
  url.searchParams.delete('embed_token')
  return url
}
