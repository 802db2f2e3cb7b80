import type { ControlClient } from '../../control/control-client.ts'
import { readForm, readRejectionText } from '../../http/html-form.ts'
import type { Browser, Page } from './browser.ts'
import { readRedirect } from './browser.ts'

export interface ConsentTools {
  readonly control: ControlClient
  readonly adminUrl: string
  readonly appKey: string
}

export interface ConsentPlace {
  /** Store code and the region that its manager selected. */
  readonly store: string
  readonly regionId: number
}

/** Result of a consent: the URL to which the browser is sent back, or the text of a page without one. */
export type Consent =
  | { readonly ok: true; readonly returnUrl: URL }
  | { readonly ok: false; readonly words: string; readonly page: Page }

/** Signs in the manager of a store in a browser; may be called repeatedly. */
async function signIn({ control }: ConsentTools, browser: Browser, { store, regionId }: ConsentPlace) {
  await browser.open(await control.signInUrl({ store, regionId, next: null }))
}

/**
 * Approves (or declines) as the store's manager would: signed in, on the real consent page, with its real form. Without an
 * authorize URL, it is the install that the manager begins in the Plugins list. Reads the return URL and does not open it.
 */
export async function consent(
  tools: ConsentTools,
  { browser, place, authorizeUrl, answer = 'approve', declined = [] }: ConsentToGive,
): Promise<Consent> {
  await signIn(tools, browser, place)
  const page = await browser.open(authorizeUrl ?? `${tools.adminUrl}/admin/plugins/install/${tools.appKey}`)
  const form = readForm(page.text, '/approve')
  if (form === null) return rejected(page)
  // Both buttons send the same form; Cancel sends it to another URL.
  const action = form.action.replace(/approve$/, answer)
  const fields = form.fields.filter(([name, value]) => name !== 'scope' || !declined.includes(value))
  const sent = await browser.open(new URL(action, page.url), { form: fields, redirects: 'none' })
  const [hop] = sent.hops
  const returnUrl = hop === undefined ? null : readRedirect(hop)
  return returnUrl === null ? rejected(sent) : { ok: true, returnUrl }
}

export interface ConsentToGive {
  readonly browser: Browser
  readonly place: ConsentPlace
  /** URL to which the app sent the browser; null for an install that begins in the store admin. */
  readonly authorizeUrl: URL | null
  readonly answer?: 'approve' | 'deny'
  /** Optional scopes that the manager turns off. */
  readonly declined?: readonly string[]
}

function rejected(page: Page): Consent {
  return { ok: false, words: readRejectionText(page.text).slice(0, 300), page }
}
