import { callEvidence } from '../../api-calls/call-evidence.ts'
import { addressOf, calledEndpoint } from '../../api-calls/called-endpoint.ts'
import { RESTLESS_MS } from '../../api-calls/caused.ts'
import { apiFixture, callingInstall, isWorkOf, sendEvent } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { callsWith, findToken } from '../../harness/tokens.ts'
import { isAbout, patience, untilCall } from '../../harness/work.ts'
import { firstEvent, NO_ORDERS } from '../signature/genuine.ts'

export const pin: Check = {
  id: 'api.pin',
  title: 'Calls with a store-wide token pin the right region',
  rules: ['PIN-004', 'PIN-006', 'PIN-011', 'PIN-015'],
  // Not `answer.order`: an app that pins no region fails on every event, and this check shows why.
  needs: ['signature.genuine'],
  unless: ['api.token'],
  run: async (harness) => {
    if (harness.config.installScope !== 'store') return []
    const first = await firstEvent(harness)
    if (!isTaken(first.answer)) {
      const home = await harness.installedPlace()
      const unpinned = callsWith(harness.app, findToken(harness.app, home) ?? '').filter(
        (call) => isAbout(first.order)(call) && !isPinned(call, home.region.id),
      )
      if (unpinned.length > 0) return error(found(unpinned))
      throw new CannotJudge(NO_ORDERS)
    }
    const { app } = await apiFixture(harness)
    // Each event has its own install, so that late work for one is not taken for work for the other.
    const installs = [await callingInstall(harness), await callingInstall(harness)]
    const wrong: ApiCall[] = []
    for (const [at, install] of installs.entries()) {
      const one = at === 0 ? harness.otherRegion(install.place) : install.place
      if (one === null) throw new CannotJudge('the store has only one region')
      const before = new Set(app.calls.list())
      const sent = await sendEvent(harness, app, one)
      const isWork = await isWorkOf(harness, install, sent)
      const isNew = (call: ApiCall) => !before.has(call) && isWork(call)
      await untilCall(harness, app, isNew)
      const isWrong = (call: ApiCall) => isNew(call) && !isPinned(call, one.region.id)
      // The call may be a poll of another region, which the app makes for its other installs too.
      if (app.calls.list().some((call) => isWrong(call) && !isAbout({ id: sent.orderId })(call)))
        await patience(harness, app, RESTLESS_MS)
      wrong.push(...app.calls.list().filter(isWrong))
    }
    return wrong.length === 0 ? [] : error(found(wrong))
  },
}

function found(wrong: readonly ApiCall[]) {
  return {
    title: 'A call with a store-wide token pins no region or the wrong region',
    why: 'Without a region pin, the platform returns 400. With the wrong pin, it returns the prices, currency and orders of another region.',
    remedy: "Send X-Region-Id with each call: the event's regionId, or the region that the owner chose in the panel.",
    evidence: callEvidence(wrong),
  }
}

/** Returns true if a call pins the region by header or query, or if its endpoint needs no region. */
function isPinned(call: ApiCall, regionId: number): boolean {
  const pinned = call.headers['x-region-id'] ?? addressOf(call).searchParams.get('regionId')
  if (pinned === null) return calledEndpoint(call)?.pin !== 'required'
  return String(pinned) === String(regionId)
}
