import { createHmac } from 'node:crypto'

import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { withHeader } from '../../harness/delivery.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { appWithoutSecret } from '../without-secret.ts'
import { signedWith } from './signed-with.ts'

export const noSecret: Check = {
  id: 'signature.no-secret',
  title: 'Without a signing secret, the app does not accept deliveries',
  rules: ['HOOK-011'],
  needs: ['signature.value'],
  run: async (harness) => {
    const app = await appWithoutSecret(harness)
    // Not starting is the best reaction.
    if (app === null) return []
    const place = await harness.openPlace()
    // An app accepts only events of stores in which it is installed.
    await harness.install(app, place)
    const { delivery } = await harness.event({ place })
    const forged = [
      withHeader(delivery, 'signature', null),
      withHeader(delivery, 'signature', createHmac('sha256', '').update('').digest('hex')),
      ...['', 'undefined', 'null'].map((secret) => signedWith(delivery, secret)),
    ]
    const answers = await Promise.all(forged.map((one) => app.send(one)))
    const [first] = answers.flatMap((answer, at) => {
      const one = forged[at]
      return one !== undefined && isTaken(answer) ? [requestEvidence(one, answer)] : []
    })
    if (first === undefined) return []
    return error({
      title: 'Without a signing secret, the app accepts forged deliveries',
      why: 'If SVCAPP_SIGNING_SECRET is missing in production, anyone can send events signed with an empty secret, and no error shows it.',
      remedy: 'Do not start without SVCAPP_SIGNING_SECRET, or reject every delivery.',
      evidence: [first],
    })
  },
}
