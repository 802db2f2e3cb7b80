import { apiFixture, callingInstall, isWorkOf, sendEvent, whileFaulty } from '../../api-calls/fixture.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { callsWith, isWith } from '../../harness/tokens.ts'
import { patience, untilCall } from '../../harness/work.ts'
import { recovered } from './recovery.ts'

/** Time in ms on an idle machine to watch the app after the platform rejected a call. */
export const WATCH_MS = 1500

/** Time in ms on an idle machine within which calls already in flight arrive. */
const UNDER_WAY_MS = 500

export const WAIT_SECONDS = 20

/** Response for a token that exhausted its calls. */
export const refusal = {
  kind: 'answer',
  status: 429,
  headers: { 'Retry-After': String(WAIT_SECONDS) },
} as const

export interface LimitTrial {
  /** Calls after the first event, all of which are rejected. */
  readonly hammering: readonly ApiCall[]
  /** First call that was rejected; null for an app that made none. */
  readonly first: ApiCall | null
  /** Calls with the token before its waiting time was over. */
  readonly early: readonly ApiCall[]
}

/**
 * Tests an app's behavior with a token that has to wait for long. Runs after all other trials: an app
 * that works in order does nothing else meanwhile, correctly, and would seem to have lost later events.
 */
export const limitTrial = onceFor(async (harness: Harness): Promise<LimitTrial> => {
  const { app } = await apiFixture(harness)
  const install = await callingInstall(harness)
  await recovered(harness)
  return whileFaulty(app, install, { act: refusal }, async () => {
    const before = callsWith(app, install.token).length
    const sent = await sendEvent(harness, app, install.place)
    const isWork = await isWorkOf(harness, install, sent)
    // A poll may come first, and then the app correctly makes no call for the event.
    const first = await untilCall(harness, app, (call) => isWith(install.token)(call) && call.faulty)
    await patience(harness, app, UNDER_WAY_MS)
    const underWay = callsWith(app, install.token).length
    await patience(harness, app, WATCH_MS)
    const hammering = callsWith(app, install.token).slice(before).filter(isWork)
    // The platform redelivers a rejected event, and other events arrive meanwhile.
    await sent.again()
    await sendEvent(harness, app, install.place)
    await patience(harness, app, UNDER_WAY_MS)
    const isEarly = ({ at }: ApiCall) => first !== null && at - first.at < WAIT_SECONDS * 1000
    return { hammering, first, early: callsWith(app, install.token).slice(underWay).filter(isEarly) }
  })
})
