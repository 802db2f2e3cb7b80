import { tell } from '../api-calls/stage.ts'
import type { ApiCall } from '../bench/calls.ts'
import { onceARun } from '../bench/once-a-run.ts'
import { isAbout, workMs } from '../bench/work.ts'
import { installedStores } from './installed-stores.ts'
import { isWith, tokenOf } from './tokens.ts'

/** For what an app does after its call was answered, in ms. */
const SETTLE_MS = 300

/**
 * The call with the token of one region to which an event of the other has led; null where there is none. The event is over then: an app that does its work in
 * order must not have it before it when the store leaves.
 */
export const callOfOtherRegion = onceARun(async (bench): Promise<ApiCall | null> => {
  const { app, first, region } = await installedStores(bench)
  const tokens = region === null ? [] : [tokenOf(app, first), tokenOf(app, region)]
  const [own, others] = tokens
  const topic = own == null || others == null ? null : await bench.workingTopic()
  if (own == null || others == null || topic === null) return null
  const seen = app.calls.list().length
  const { orderId } = await tell(bench, app, first, topic)
  const isAnswered = (call: ApiCall) =>
    call.status !== null &&
    app.calls.list().indexOf(call) >= seen &&
    isAbout({ id: orderId })(call) &&
    [own, others].some((one) => isWith(one)(call))
  const call = await app.calls.wait(isAnswered, workMs(bench))
  await bench.sleep(SETTLE_MS)
  return call !== null && isWith(others)(call) ? call : null
})
