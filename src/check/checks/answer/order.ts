import { callEvidence } from '../../api-calls/call-evidence.ts'
import type { Check, Evidence } from '../../check.ts'
import { error } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { callsWith, findToken } from '../../harness/tokens.ts'
import { isAbout } from '../../harness/work.ts'
import { firstEvent } from '../signature/genuine.ts'

/** The signature checks report a rejected genuine delivery. In this check the signature is accepted, and the work fails. */
export const takesOrder: Check = {
  id: 'answer.order',
  title: 'A genuine order event is handled',
  rules: ['HOOK-001', 'EVT-012'],
  needs: ['signature.genuine'],
  unless: ['money.currency', 'api.pin'],
  run: async (harness) => {
    const { app } = harness
    const { delivery, order, answer } = await firstEvent(harness)
    if (isTaken(answer)) return []
    const token = findToken(app, await harness.installedPlace()) ?? ''
    const calls = callsWith(app, token).filter((call) => isAbout(order)(call) && (call.status ?? 0) >= 400)
    const [first, ...more]: Evidence[] = calls.length === 0 ? [] : [...callEvidence(calls)]
    return error({
      title: 'The app fails on every genuine order event',
      why: 'The app accepts the signature, as a test event shows, but then always fails to handle the event. The event is resent until it becomes a dead letter.',
      remedy:
        first === undefined
          ? 'Find the error in the app log, and fix it.'
          : 'Check which call the platform rejected, and read the message in the response.',
      evidence: [requestEvidence(delivery, answer), ...(first === undefined ? [] : [first, ...more])],
    })
  },
}
