import { withHeader } from '../../bench/delivery.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { note } from '../../finding.ts'

/** What a server answers where there is nothing, or nothing more, to deliver to. */
const NO_SUCH_ADDRESS: readonly number[] = [404, 405, 410]

export const status: Check = {
  id: 'signature.status',
  title: 'A forged delivery is refused with a status that does not deny the address',
  rules: [],
  needs: ['signature.genuine', 'signature.value'],
  run: async (bench) => {
    const { delivery } = await bench.event()
    const forged = withHeader(delivery, 'signature', '0'.repeat(64))
    const answer = await bench.app.send(forged)
    if (!answer.answered || !NO_SUCH_ADDRESS.includes(answer.status)) return []
    return note({
      title: `A forged delivery is answered ${answer.status}, as if nothing were at this address`,
      why: 'It is refused, which is enough. But when the secret is the wrong one, all deliveries fail like this, and the person who looks for the reason searches for a wrong address. (Advice from svcapp.)',
      remedy: 'Answer 401.',
      evidence: [requestEvidence(forged, answer)],
    })
  },
}
