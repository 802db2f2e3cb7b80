import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiFixture, isWorkOf, sendEvent, watched, whenItCalls } from '../../api-calls/fixture.ts'
import { CannotJudge, TooBusy } from '../../cannot-judge.ts'
import type { Check, Evidence, Finding } from '../../check.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { findExchanges, isWith } from '../../harness/tokens.ts'
import { untilCall } from '../../harness/work.ts'

export const opaqueToken: Check = {
  id: 'api.opaque-token',
  title: 'A token in a different format is used like any other token',
  rules: ['TOK-007'],
  needs: ['answer.order', 'api.token'],
  // Installs that run in parallel with this one then remove its state.
  unless: ['install.state'],
  run: async (harness) => {
    await whenItCalls(harness)
    const { app } = await apiFixture(harness)
    const place = await harness.openPlace()
    const exchange = { kind: 'rename-token', storeId: place.store.id } as const
    const trip = await harness.install(app, place, { exchange })
    if (!trip.ok) return [found(pageEvidence(trip.page))]
    const { token } = watched(app, place)
    const { answer } = await sendEvent(harness, app, place)
    const call = await untilCall(harness, app, isWith(token))
    if (call !== null) return []
    // An app that works in order may still be busy with earlier events. A later one shows that it is not.
    const [plain] = (await apiFixture(harness)).idle
    const later = await sendEvent(harness, app, plain.place)
    if (!isTaken(later.answer)) throw new CannotJudge('the app does not accept events for a while')
    if ((await untilCall(harness, app, await isWorkOf(harness, plain, later))) === null) throw new TooBusy()
    if (app.calls.list().some(isWith(token))) return []
    const status = answer.answered ? answer.status : answer.why
    const code = trip.returnUrl.searchParams.get('code') ?? ''
    return [
      found(
        {
          kind: 'request',
          method: 'POST',
          path: harness.config.webhooks.path,
          status,
          afterwards: 'no call with the token',
        },
        ...callEvidence(findExchanges(app, code)),
      ),
    ]
  },
}

function found(...evidence: Finding['evidence']): Finding {
  const seen: readonly [Evidence, ...Evidence[]] = evidence
  return {
    severity: 'error',
    title: 'The app does not use a token in a different format',
    why: 'The token is opaque: its length, characters and prefix may change at any time. After such a change no store can install the app.',
    remedy: 'Store access_token unchanged, in a column without a length limit, and never parse it.',
    evidence: seen,
  }
}
