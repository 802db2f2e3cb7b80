import { sendEvent } from '../api-calls/stage.ts'
import type { Bench } from '../bench/bench.ts'
import type { ApiCall } from '../bench/calls.ts'
import { onceFor } from '../bench/once-for.ts'
import { isAbout, patience, untilCall } from '../bench/work.ts'
import { installedStores } from './installed-stores.ts'
import { isWith, tokenOf } from './tokens.ts'

/** How soon an app goes on after its call was answered on an idle machine, in ms. */
const SETTLE_MS = 300

/**
 * The call with the token of one region that an event of the other region has caused; null where there is none. Returns when the event is finished, because in
 * an app that works in order it must not delay the uninstall.
 */
export const callOfOtherRegion = onceFor(async (bench: Bench): Promise<ApiCall | null> => {
  const { app, first, region } = await installedStores(bench)
  const tokens = region === null ? [] : [tokenOf(app, first), tokenOf(app, region)]
  const [own, others] = tokens
  const topic = own == null || others == null ? null : await bench.workingTopic()
  if (own == null || others == null || topic === null) return null
  const seen = app.calls.list().length
  const { orderId } = await sendEvent(bench, app, first, topic)
  const isAnswered = (call: ApiCall) =>
    call.status !== null &&
    app.calls.list().indexOf(call) >= seen &&
    isAbout({ id: orderId })(call) &&
    [own, others].some((one) => isWith(one)(call))
  const call = await untilCall(bench, app, isAnswered)
  await patience(bench, app, SETTLE_MS)
  return call !== null && isWith(others)(call) ? call : null
})
