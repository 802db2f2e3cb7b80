import { createBrowser, type Browser } from '../check/harness/browser.ts'
import { installApp as walk, installForApp } from '../check/harness/install.ts'
import type { ControlClient } from '../control/control-client.ts'
import { reaches } from '../dev/installs/place.ts'
import { AppError } from '../errors.ts'
import type { Send } from '../http/wire.ts'
import type { TestPlace } from './places.ts'
import type { IssuedToken } from './platform.ts'

export interface InstallFacts {
  readonly control: ControlClient
  readonly adminUrl: string
  readonly apiUrl: string
  /** Sends to the platform's API. */
  readonly send: Send
  readonly appKey: string
  readonly appUrl: string
  readonly installPath: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Creates a browser without scripts, which reaches the app and the store admin. */
export function openBrowser({ adminUrl, appUrl }: Pick<InstallFacts, 'adminUrl' | 'appUrl'>): Browser {
  const known = new Map([adminUrl, appUrl].map((url) => [new URL(url).origin, Number(new URL(url).port)]))
  return createBrowser({ portOf: (origin) => known.get(origin) ?? null })
}

/** Runs the whole flow: the app begins, the manager approves, the app receives the code and exchanges it. Raises `testing.install-failed` with its progress. */
export async function installThroughApp(facts: InstallFacts, { store, region }: TestPlace): Promise<void> {
  const { control, adminUrl, appUrl, appKey, installPath } = facts
  const isInstalled = async () => {
    const rows = await control.installs({ app: appKey })
    return rows.some((row) => reaches(row, { storeId: store.id, regionId: region.id }))
  }
  const trip = await walk(
    { control, adminUrl, appKey, startUrl: `${appUrl}${installPath}`, isInstalled },
    { browser: openBrowser(facts), place: { store: store.code, regionId: region.id }, begun: 'app' },
  )
  if (trip.ok) return
  const { status, url } = trip.page
  const where = status === null ? `${url.origin} does not respond` : `${url.origin}${url.pathname} returned ${status}`
  throw new AppError('testing.install-failed', `The app was not installed: ${trip.words} (${where})`, {
    suggestions: ['Before installApp(), start the app on platform.app.port, for example with startApp().'],
    details: { at: trip.at },
  })
}

/** Approves as the manager, and exchanges the code instead of the app, which does not notice it. Raises `testing.install-failed`. */
export async function issueToken(facts: InstallFacts, { store, region }: TestPlace): Promise<IssuedToken> {
  const place = { store: store.code, regionId: region.id }
  const installed = await installForApp(facts, openBrowser(facts), place)
  if (!installed.ok) throw new AppError('testing.install-failed', installed.words)
  const { access_token: token, store_id: storeId, region_id: regionId, scopes } = installed.answer
  return { token, storeId, regionId, scopes }
}
