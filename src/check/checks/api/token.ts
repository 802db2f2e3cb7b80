import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiStage, callingInstall, sendEvent } from '../../api-calls/stage.ts'
import type { ApiCall } from '../../bench/calls.ts'
import { isTaken } from '../../bench/raw-request.ts'
import { workMs } from '../../bench/work.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { callsWith, isWith } from '../../stores/tokens.ts'
import { firstEvent, NO_ORDERS } from '../signature/genuine.ts'

export const token: Check = {
  id: 'api.token',
  title: "Calls for a store are made with that store's token",
  rules: ['PIN-014', 'TOK-002'],
  needs: ['signature.genuine'],
  run: async (bench) => {
    if (!isTaken((await firstEvent(bench)).answer)) throw new CannotJudge(NO_ORDERS)
    const { app, idle } = await apiStage(bench)
    const own = await callingInstall(bench)
    const before = idle.map((one) => callsWith(app, one.token).length)
    const seen = app.calls.list().length
    await sendEvent(bench, app, own.place)
    // One of the two calls comes: with its own token or with a stranger's.
    const tokens = [own, ...idle].map((one) => isWith(one.token))
    const isNew = (call: ApiCall) => app.calls.list().indexOf(call) >= seen && tokens.some((is) => is(call))
    await app.calls.wait(isNew, workMs(bench) / 5)
    const foreign = idle.flatMap((one, at) => callsWith(app, one.token).slice(before[at]))
    if (foreign.length === 0) return []
    return error({
      title: "An event of one store leads to a call with another store's token",
      why: "The platform answers with the other store's data, or writes to that store.",
      remedy:
        'Look up the token by the store and region of the event; if there is none, refuse the event and do not use another token.',
      evidence: callEvidence(foreign),
    })
  },
}
