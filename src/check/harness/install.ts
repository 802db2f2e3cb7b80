import { tokenExchange, type TokenExchangeAnswer } from '../../catalog/oauth.ts'
import type { Send } from '../../http/wire.ts'
import type { Browser, Page } from './browser.ts'
import { consent, type ConsentPlace, type ConsentTools } from './consent.ts'

/** Progress of an install, with its final page. */
export type InstallTrip =
  | { readonly ok: true; readonly authorizeUrl: URL | null; readonly returnUrl: URL; readonly page: Page }
  | { readonly ok: false; readonly at: 'begin' | 'consent' | 'exchange'; readonly words: string; readonly page: Page }

export interface InstallTools extends ConsentTools {
  /** `dev.install_path` under the registered URL. */
  readonly startUrl: string
  readonly isInstalled: (place: ConsentPlace) => Promise<boolean>
}

export interface InstallToMake {
  readonly browser: Browser
  readonly place: ConsentPlace
  /** `app` if the app begins (with a state), `admin` if the store admin does (without one). */
  readonly begun: 'app' | 'admin'
  /** Optional scopes that the manager turns off. */
  readonly declined?: readonly string[]
  /** Called with the return URL before the browser opens it; returns a function to run afterwards. */
  readonly beforeReturn?: (returnUrl: URL) => () => void
}

/** Installs the app as a browser would: the app begins, the manager approves, the app receives the code and exchanges it. */
export async function installApp(tools: InstallTools, input: InstallToMake): Promise<InstallTrip> {
  const { browser, place, begun, declined = [], beforeReturn } = input
  let authorizeUrl: URL | null = null
  if (begun === 'app') {
    const begin = await beginInstall(tools, browser)
    if (begin.authorizeUrl === null) {
      const words = `${new URL(tools.startUrl).pathname} does not redirect to ${tools.adminUrl}/admin/plugins/install/…`
      return { ok: false, at: 'begin', words, page: begin.page }
    }
    ;({ authorizeUrl } = begin)
  }
  const consented = await consent(tools, { browser, place, authorizeUrl, declined })
  if (!consented.ok) return { ok: false, at: 'consent', words: consented.words, page: consented.page }
  const { returnUrl } = consented
  const after = beforeReturn?.(returnUrl)
  const page = await browser.open(returnUrl)
  after?.()
  if (await tools.isInstalled(place)) return { ok: true, authorizeUrl, returnUrl, page }
  return { ok: false, at: 'exchange', words: 'The code was not exchanged for a token.', page }
}

export interface ForAppTools extends ConsentTools {
  /** Platform API URL. */
  readonly apiUrl: string
  readonly send: Send
  readonly clientId: string
  readonly clientSecret: string
}

/** Response of the exchange, or why there was none, as the end of a sentence. */
export type InstalledForApp =
  | { readonly ok: true; readonly answer: TokenExchangeAnswer }
  | { readonly ok: false; readonly words: string }

/** Approves as the manager and exchanges the code instead of the app, which does not notice the install. */
export async function installForApp(
  tools: ForAppTools,
  browser: Browser,
  place: ConsentPlace,
): Promise<InstalledForApp> {
  const consented = await consent(tools, { browser, place, authorizeUrl: null })
  if (!consented.ok) return { ok: false, words: `The store manager could not approve the install: ${consented.words}` }
  const { apiUrl, send, clientId, clientSecret } = tools
  const response = await send({
    method: 'POST',
    url: new URL(tokenExchange.path, apiUrl),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, code: consented.returnUrl.searchParams.get('code') }),
  })
  if (response.status !== 200) return { ok: false, words: `The code exchange returned ${response.status}.` }
  // The emulator's own response.
  return { ok: true, answer: JSON.parse(Buffer.from(response.body).toString('utf8')) as TokenExchangeAnswer }
}

export interface InstallStart {
  /** Consent page URL; null if the app does not open it. */
  readonly authorizeUrl: URL | null
  readonly page: Page
}

/** Requests an install from the app in a signed-out browser. Follows a link or a form of the page as a user would. */
export async function beginInstall(
  tools: Pick<InstallTools, 'startUrl' | 'adminUrl'>,
  browser: Browser,
): Promise<InstallStart> {
  const page = await browser.open(tools.startUrl)
  const consentOf = (url: URL | null) =>
    url !== null && url.origin === new URL(tools.adminUrl).origin && url.pathname.startsWith('/admin/plugins/install/')
      ? url
      : null
  const passed = page.hops.map(({ url }) => consentOf(url)).find((url) => url !== null)
  return { authorizeUrl: passed ?? consentOf(linkTo(page, tools.adminUrl)), page }
}

/** Returns a consent page URL in a page: a link, a form or a refresh. */
function linkTo({ text }: Page, adminUrl: string): URL | null {
  const quoted = text.matchAll(/["'=](https?:\/\/[^"'<>\s]+)/g)
  for (const [, address = ''] of quoted) {
    if (address.startsWith(`${adminUrl}/admin/plugins/install/`)) return URL.parse(address.replaceAll('&amp;', '&'))
  }
  return null
}
