import type { SetCookie } from '../../http/set-cookie.ts'
import type { EmbedTokenError } from '../../protocol/embed-token.ts'
import type { AppInstance } from '../harness/app-instance.ts'
import type { Browser, Page } from '../harness/browser.ts'
import { cookiesOf } from '../harness/cookie-jar.ts'
import type { Harness } from '../harness/harness.ts'
import type { RawHeader } from '../harness/raw-request.ts'
import { looksAlike } from './look.ts'

export interface PanelVisit {
  /** The shared app by default. */
  readonly app?: AppInstance
  /** A new browser by default. */
  readonly browser?: Browser
  /** Null for no token. */
  readonly token: string | null
  /** Parameters in addition to the token. */
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: readonly RawHeader[]
}

/** Appearance of the panel when it was opened. */
export interface PanelSeen {
  readonly page: Page
  readonly browser: Browser
  /** Final status and path, without ids. */
  readonly way: string
  /** Its text, without what differs between two visits. */
  readonly look: string
  /** Cookies that were set during the visit, their names without ids. */
  readonly cookies: readonly (SetCookie & { readonly kind: string })[]
  /** The only one of the eight codes in its text; null if it contains none, or more than one. */
  readonly code: EmbedTokenError | null
}

/** Opens the panel as the store admin's frame would. */
export async function visitPanel(harness: Harness, visit: PanelVisit): Promise<PanelSeen> {
  const { app = harness.app, browser = app.browser(), token, query = {}, headers = [] } = visit
  const url = harness.panelUrl(token)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const page = await browser.open(url, { headers: [['Sec-Fetch-Dest', 'iframe'], ...headers] })
  return seenOn(page, browser)
}

export function seenOn(page: Page, browser: Browser): PanelSeen {
  const path = (page.leftTo ?? page.url).pathname
  return {
    page,
    browser,
    way: `${page.status} ${looksAlike(path)}`,
    look: looksAlike(page.text),
    cookies: page.hops.flatMap(({ answer }) =>
      answer.answered ? cookiesOf(answer).map((cookie) => ({ ...cookie, kind: looksAlike(cookie.name) })) : [],
    ),
    code: codeIn(page.text.replaceAll(script, ' ')),
  }
}

/** Running code, which is not text of the page: a script may contain all codes. Data for a script does not count as code. */
const script = /<script\b(?![^>]*\btype\s*=\s*["']?[\w.+/-]*json)[^>]*>[\s\S]*?<\/script>/gi

/** Returns the embed code in a text; null for none, and for a list of codes. */
export function codeIn(text: string): EmbedTokenError | null {
  const said = new Set(
    text.match(
      /\bembed_(?:token_(?:missing|malformed|bad_signature|other_app|expired|not_yet_valid)|secret_missing|store_not_installed)\b/g,
    ),
  )
  const [only] = said
  // The pattern matches only these codes.
  return said.size === 1 && only !== undefined ? (only as EmbedTokenError) : null
}
