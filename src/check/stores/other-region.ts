import { sendEvent } from '../api-calls/stage.ts'
import type { Bench } from '../bench/bench.ts'
import type { ApiCall } from '../bench/calls.ts'
import type { InstallPlace } from '../bench/install-place.ts'
import { onceFor } from '../bench/once-for.ts'
import { isWith, tokenOf } from '../bench/tokens.ts'
import { isAbout, patience, untilCall } from '../bench/work.ts'
import { installedStores } from './installed-stores.ts'

/** Time in ms on an idle machine until an app continues after the response to its call. */
const SETTLE_MS = 300

/**
 * Returns the call with one region's token that an event of the other region caused; null if there is none. An app that confuses them uses
 * the first or the last one. Resolves when the events are finished, because in an app that works in order they must not delay the uninstall.
 */
export const callOfOtherRegion = onceFor(async (bench: Bench): Promise<ApiCall | null> => {
  const { first, region } = await installedStores(bench)
  if (region === null) return null
  return (await callWithTokenOf(bench, region, first)) ?? callWithTokenOf(bench, first, region)
})

/** Returns the call with the token of `other` for an event of `place`. */
async function callWithTokenOf(bench: Bench, other: InstallPlace, place: InstallPlace): Promise<ApiCall | null> {
  const { app } = await installedStores(bench)
  const [own, others] = [tokenOf(app, place), tokenOf(app, other)]
  const topic = own === null || others === null ? null : await bench.workingTopic()
  if (own === null || others === null || topic === null) return null
  const seen = app.calls.list().length
  const { orderId } = await sendEvent(bench, app, place, topic)
  const isAnswered = (call: ApiCall) =>
    call.status !== null &&
    app.calls.list().indexOf(call) >= seen &&
    isAbout({ id: orderId })(call) &&
    [own, others].some((one) => isWith(one)(call))
  const call = await untilCall(bench, app, isAnswered)
  await patience(bench, app, SETTLE_MS)
  return call !== null && isWith(others)(call) ? call : null
}
