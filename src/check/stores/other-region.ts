import { sendEvent } from '../api-calls/fixture.ts'
import type { ApiCall } from '../harness/calls.ts'
import type { Harness } from '../harness/harness.ts'
import type { InstallPlace } from '../harness/install-place.ts'
import { onceFor } from '../harness/once-for.ts'
import { isWith, findToken } from '../harness/tokens.ts'
import { isAbout, patience, untilCall } from '../harness/work.ts'
import { installedStores } from './installed-stores.ts'

/** Time in ms on an idle machine until an app continues after the response to its call. */
const SETTLE_MS = 300

/**
 * Returns the call with one region's token that an event of the other region caused; null if there is none. An app that confuses them uses
 * the first or the last one. Resolves when the events are finished, because in an app that works in order they must not delay the uninstall.
 */
export const callOfOtherRegion = onceFor(async (harness: Harness): Promise<ApiCall | null> => {
  const { first, region } = await installedStores(harness)
  if (region === null) return null
  return (await callWithTokenOf(harness, region, first)) ?? callWithTokenOf(harness, first, region)
})

/** Returns the call with the token of `other` for an event of `place`. */
async function callWithTokenOf(harness: Harness, other: InstallPlace, place: InstallPlace): Promise<ApiCall | null> {
  const { app } = await installedStores(harness)
  const [own, others] = [findToken(app, place), findToken(app, other)]
  const topic = own === null || others === null ? null : await harness.workingTopic()
  if (own === null || others === null || topic === null) return null
  const seen = app.calls.list().length
  const { orderId } = await sendEvent(harness, app, place, topic)
  const isAnswered = (call: ApiCall) =>
    call.status !== null &&
    app.calls.list().indexOf(call) >= seen &&
    isAbout({ id: orderId })(call) &&
    [own, others].some((one) => isWith(one)(call))
  const call = await untilCall(harness, app, isAnswered)
  await patience(harness, app, SETTLE_MS)
  return call !== null && isWith(others)(call) ? call : null
}
