import type { EmbedTokenError } from '../../protocol/embed-token.ts'
import type { AppInstance } from '../bench/app-instance.ts'
import type { Bench } from '../bench/bench.ts'
import type { Browser, Page } from '../bench/browser.ts'
import { cookiesOf, type Cookie } from '../bench/cookie-jar.ts'
import type { RawHeader } from '../bench/raw-request.ts'
import { looksAlike } from './look.ts'

export interface PanelVisit {
  /** The shared one when left out. */
  readonly app?: AppInstance
  /** A new one when left out. */
  readonly browser?: Browser
  /** Null for none at all. */
  readonly token: string | null
  /** Beside the token. */
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: readonly RawHeader[]
}

/** What an opening of the panel showed. */
export interface PanelSeen {
  readonly page: Page
  readonly browser: Browser
  /** Status and path at which it ended, ids left out. */
  readonly way: string
  /** Its text, without what differs from one time to the next. */
  readonly look: string
  /** Cookies that were set on the way, their names without ids. */
  readonly cookies: readonly (Cookie & { readonly kind: string })[]
  /** The one of the eight codes that it says; null when it says none, or more than one. */
  readonly code: EmbedTokenError | null
}

/** Opens the panel as the store admin's frame would. */
export async function visitPanel(bench: Bench, visit: PanelVisit): Promise<PanelSeen> {
  const { app = bench.app, browser = app.browser(), token, query = {}, headers = [] } = visit
  const url = bench.panelUrl(token)
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
    cookies: page.hops.flatMap(({ reply }) =>
      reply.answered ? cookiesOf(reply).map((cookie) => ({ ...cookie, kind: looksAlike(cookie.name) })) : [],
    ),
    code: codeIn(page.text.replaceAll(script, ' ')),
  }
}

/** What runs, and says nothing by itself: a script may know all codes. Data for one is none. */
const script = /<script\b(?![^>]*\btype\s*=\s*["']?[\w.+/-]*json)[^>]*>[\s\S]*?<\/script>/gi

/** The embed code that a text says; null for none, or for a list of them. */
export function codeIn(text: string): EmbedTokenError | null {
  const said = new Set(
    text.match(
      /\bembed_(?:token_(?:missing|malformed|bad_signature|other_app|expired|not_yet_valid)|secret_missing|store_not_installed)\b/g,
    ),
  )
  const [only] = said
  // The pattern has exactly these.
  return said.size === 1 && only !== undefined ? (only as EmbedTokenError) : null
}
