import type { AppInstance } from './app-instance.ts'
import type { InstallTrip } from './install.ts'
import { slowness, type Waiting } from './work.ts'

/** How long an app may still get ready on an idle machine after it has begun to listen, and the pause between tries to install it meanwhile, in ms. */
const READY_MS = 10_000
const PAUSE_MS = 250

/** Repeats an install as long as a newly started app answers 503, because it may listen while it still updates its database. */
export async function untilReady(
  { app, sleep, busyness }: { readonly app: Pick<AppInstance, 'ageMs'> } & Pick<Waiting, 'sleep' | 'busyness'>,
  install: () => Promise<InstallTrip>,
): Promise<InstallTrip> {
  for (;;) {
    const trip = await install()
    if (trip.ok || trip.page.status !== 503 || app.ageMs() > READY_MS * slowness({ busyness })) return trip
    await sleep(PAUSE_MS)
  }
}
