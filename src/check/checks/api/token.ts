import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiFixture, callingInstall, isWorkOf, sendEvent } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { isWith } from '../../harness/tokens.ts'
import { isAbout, untilCall } from '../../harness/work.ts'
import { firstEvent, NO_ORDERS } from '../signature/genuine.ts'

export const token: Check = {
  id: 'api.token',
  title: "Calls for a store use that store's token",
  rules: ['PIN-014', 'TOK-002'],
  needs: ['signature.genuine'],
  run: async (harness) => {
    if (!isTaken((await firstEvent(harness)).answer)) throw new CannotJudge(NO_ORDERS)
    const { app, idle } = await apiFixture(harness)
    const own = await callingInstall(harness)
    const before = new Set(app.calls.list())
    const sent = await sendEvent(harness, app, own.place)
    // The stores of idle installs have no order with this id, so the app's polls for them are not about it.
    const isForeign = (call: ApiCall) =>
      !before.has(call) && isAbout({ id: sent.orderId })(call) && idle.some((one) => isWith(one.token)(call))
    const isOwn = await isWorkOf(harness, own, sent)
    // One of the two calls arrives: with its own token or with another install's.
    await untilCall(harness, app, (call) => isForeign(call) || isOwn(call))
    const foreign = app.calls.list().filter(isForeign)
    if (foreign.length === 0) return []
    return error({
      title: "An event from one store triggers a call with another store's token",
      why: "The platform returns the other store's data, or writes to that store.",
      remedy:
        "Look up the token by the event's store and region. If there is no such token, reject the event. Never use another token.",
      evidence: callEvidence(foreign),
    })
  },
}
