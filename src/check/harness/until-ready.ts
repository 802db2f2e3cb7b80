import type { AppInstance } from './app-instance.ts'
import type { Calls } from './calls.ts'
import type { InstallTrip } from './install.ts'
import { findExchanges } from './tokens.ts'
import { BUSY, slowness, type Waiting } from './work.ts'

/** Time that an app may need on an idle machine after it began to listen, and the pause between install attempts meanwhile, in ms. */
const READY_MS = 10_000
const PAUSE_MS = 250

type InstalledApp = Pick<AppInstance, 'ageMs'> & { readonly calls: Pick<Calls, 'list'> }

/** Maximum number of installs started if the app does not wait for the exchange. */
const MOST = 4

/**
 * Repeats an install while a newly started app responds with 503, because it may listen while it still
 * updates its database. Also repeats it if a busy machine responded to the exchange too late for the app.
 */
export async function untilReady(
  { app, sleep, busyness }: { readonly app: InstalledApp } & Pick<Waiting, 'sleep' | 'busyness'>,
  install: () => Promise<InstallTrip>,
): Promise<InstallTrip> {
  for (let tries = 1; ; tries += 1) {
    const trip = await install()
    if (trip.ok && tries < MOST && isLate(app, trip, busyness)) continue
    if (trip.ok || trip.page.status !== 503 || app.ageMs() > READY_MS * slowness({ busyness })) return trip
    await sleep(PAUSE_MS)
  }
}

/** Returns true if the app got its token too late: it did not wait, or it reports a failed exchange that succeeded on a busy machine. */
function isLate(
  app: InstalledApp,
  { returnUrl, page }: Extract<InstallTrip, { ok: true }>,
  busyness: () => number,
): boolean {
  const exchanges = findExchanges(app, returnUrl.searchParams.get('code') ?? '')
  if (exchanges.some(({ abandoned }) => abandoned)) return true
  const hasFailed = (page.status ?? 500) >= 500 && !exchanges.some(({ faulty }) => faulty)
  return hasFailed && slowness({ busyness }) >= BUSY
}
