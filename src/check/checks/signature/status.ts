import { isMissingRoute } from '../../../http/status.ts'
import type { Check } from '../../check.ts'
import { note } from '../../finding.ts'
import { withHeader } from '../../harness/delivery.ts'
import { requestEvidence } from '../../harness/evidence.ts'

export const status: Check = {
  id: 'signature.status',
  title: 'A forged delivery is rejected with a status other than 404, 405 or 410',
  rules: [],
  needs: ['signature.genuine', 'signature.value'],
  run: async (harness) => {
    const { delivery } = await harness.event()
    const forged = withHeader(delivery, 'signature', '0'.repeat(64))
    const answer = await harness.app.send(forged)
    if (!answer.answered || !isMissingRoute(answer.status)) return []
    return note({
      title: `A forged delivery gets ${answer.status}, as if the URL did not exist`,
      why: 'The rejection is correct. But with a wrong secret all deliveries fail like this, and the status suggests a wrong URL. (Advice from svcapp.)',
      remedy: 'Return 401.',
      evidence: [requestEvidence(forged, answer)],
    })
  },
}
