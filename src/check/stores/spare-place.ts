import { CannotJudge } from '../cannot-judge.ts'
import type { Browser, Page } from '../harness/browser.ts'
import { whileFault, type ApiCall, type FaultAct } from '../harness/calls.ts'
import { consent } from '../harness/consent.ts'
import type { Harness } from '../harness/harness.ts'
import { beginInstall } from '../harness/install.ts'
import { onceFor } from '../harness/once-for.ts'
import { findExchanges, isExchangeOf } from '../harness/tokens.ts'

/** A store for attempts to install the shared app, most of which must fail. No check inspects installs there. */
const sparePlace = onceFor((harness: Harness) => harness.openPlace())

export interface ConsentStart {
  readonly authorizeUrl: URL
  /** Null if the app sends none. */
  readonly state: string | null
}

/** Begins an install in a browser. Throws `CannotJudge` if the app does not open the consent page. */
export async function begin(harness: Harness, browser: Browser): Promise<ConsentStart> {
  const { authorizeUrl } = await beginInstall(harness.installTools, browser)
  if (authorizeUrl === null) throw new CannotJudge('the install does not start')
  return { authorizeUrl, state: authorizeUrl.searchParams.get('state') }
}

/** Returns the URL to which the store admin sends the browser after the manager's decision; it is not opened yet. */
export async function approve(
  harness: Harness,
  browser: Browser,
  { authorizeUrl, answer = 'approve' }: { readonly authorizeUrl: URL | null; readonly answer?: 'approve' | 'deny' },
): Promise<URL> {
  const { store, region } = await sparePlace(harness)
  const place = { store: store.code, regionId: region.id }
  const consented = await consent(harness.installTools, { browser, place, authorizeUrl, answer })
  if (!consented.ok) throw new CannotJudge(`the consent page rejects the install: ${consented.words}`)
  return consented.returnUrl
}

export interface ReturnedPage {
  readonly page: Page
  /** Number of times that the URL's code was sent to the exchange. */
  readonly exchanges: number
}

/** Returns to the app as a browser would. */
export async function comeBack(harness: Harness, browser: Browser, returnUrl: URL): Promise<ReturnedPage> {
  const page = await browser.open(returnUrl)
  const code = returnUrl.searchParams.get('code') ?? ''
  return { page, exchanges: code === '' ? 0 : findExchanges(harness.app, code).length }
}

/** An install in the spare store whose exchange was tampered with: its final page, and the calls that sent its code. */
export interface FaultyInstall {
  readonly page: Page
  readonly exchanges: readonly ApiCall[]
}

/** Installs the app in the spare store. The fault affects each exchange of the code, until `watch` has ended too. */
export async function installWith(
  harness: Harness,
  act: FaultAct,
  watch: () => Promise<void> = async () => {},
): Promise<FaultyInstall> {
  const browser = harness.app.browser()
  const { authorizeUrl } = await begin(harness, browser)
  const returnUrl = await approve(harness, browser, { authorizeUrl })
  const code = returnUrl.searchParams.get('code') ?? ''
  return whileFault(harness.app, { meets: isExchangeOf(code), act }, async () => {
    const { page } = await comeBack(harness, browser, returnUrl)
    await watch()
    return { page, exchanges: findExchanges(harness.app, code) }
  })
}
