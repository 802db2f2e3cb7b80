import { apiStage, callingInstall, isWorkOf, sendEvent, whileFaulty } from '../../api-calls/stage.ts'
import type { Bench } from '../../bench/bench.ts'
import type { ApiCall } from '../../bench/calls.ts'
import { onceFor } from '../../bench/once-for.ts'
import { patience, untilCall } from '../../bench/work.ts'
import { callsWith, isWith } from '../../stores/tokens.ts'
import { recovered } from './recovery.ts'

/** How long the app is watched after the platform refused a call on an idle machine, in ms. */
export const WATCH_MS = 1500

/** How soon calls arrive on an idle machine that are on their way when the answer comes, in ms. */
const UNDER_WAY_MS = 500

export const WAIT_SECONDS = 20

/** The answer to a token that has used up its calls. */
export const refusal = {
  kind: 'answer',
  status: 429,
  headers: { 'Retry-After': String(WAIT_SECONDS) },
} as const

export interface LimitTrial {
  /** The calls after the first event, all of which are refused. */
  readonly hammering: readonly ApiCall[]
  /** The first call that was refused; null for an app that made none. */
  readonly first: ApiCall | null
  /** Calls with the token before its waiting time was over. */
  readonly early: readonly ApiCall[]
}

/**
 * What an app does with a token that has to wait for long. Runs after all other trials: an app that works in order is right to do nothing else meanwhile, and
 * would seem to have lost later events.
 */
export const limitTrial = onceFor(async (bench: Bench): Promise<LimitTrial> => {
  const { app } = await apiStage(bench)
  const install = await callingInstall(bench)
  await recovered(bench)
  return whileFaulty(app, install, { act: refusal }, async () => {
    const before = callsWith(app, install.token).length
    const sent = await sendEvent(bench, app, install.place)
    const isWork = await isWorkOf(bench, install, sent)
    // A poll may come first, and an app is right to make no call for the event then.
    const first = await untilCall(bench, app, (call) => isWith(install.token)(call) && call.faulty)
    await patience(bench, app, UNDER_WAY_MS)
    const underWay = callsWith(app, install.token).length
    await patience(bench, app, WATCH_MS)
    const hammering = callsWith(app, install.token).slice(before).filter(isWork)
    // The platform sends a refused event again, and other events come meanwhile.
    await sent.again()
    await sendEvent(bench, app, install.place)
    await patience(bench, app, UNDER_WAY_MS)
    const isEarly = ({ at }: ApiCall) => first !== null && at - first.at < WAIT_SECONDS * 1000
    return { hammering, first, early: callsWith(app, install.token).slice(underWay).filter(isEarly) }
  })
})
