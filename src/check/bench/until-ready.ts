import type { AppInstance } from './app-instance.ts'
import type { InstallTrip } from './install.ts'

/** How long after it has begun to listen an app may still get ready, and how often an install is tried meanwhile, in ms. */
const READY_MS = 10_000
const PAUSE_MS = 250

/** Installs again as long as a young app answers 503: it listens, and brings its database up to date. */
export async function untilReady(
  { app, sleep }: { readonly app: Pick<AppInstance, 'ageMs'>; readonly sleep: (ms: number) => Promise<void> },
  install: () => Promise<InstallTrip>,
): Promise<InstallTrip> {
  for (;;) {
    const trip = await install()
    if (trip.ok || trip.page.status !== 503 || app.ageMs() > READY_MS) return trip
    await sleep(PAUSE_MS)
  }
}
