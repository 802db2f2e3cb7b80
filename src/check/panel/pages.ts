import type { SetCookie } from '../../http/set-cookie.ts'
import type { Browser, Page } from '../harness/browser.ts'

/** Opens a URL with exactly these cookies. */
export function withCookies(
  browser: Browser,
  url: URL,
  cookies: readonly Pick<SetCookie, 'name' | 'value'>[],
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
