import { requestEvidence } from '../../bench/evidence.ts'
import { isTaken } from '../../bench/raw-request.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'

export const genuine: Check = {
  id: 'signature.genuine',
  title: 'A genuine delivery is accepted',
  rules: ['HOOK-001', 'HOOK-003', 'HOOK-009', 'HOOK-011'],
  needs: ['install.works', 'answer.in-time'],
  run: async (bench) => {
    const { delivery, topic } = await bench.event({ place: await bench.installedPlace() })
    const reply = await lastAnswer(bench, bench.app, delivery)
    if (isTaken(reply)) return []
    return [
      {
        severity: 'error',
        title: 'A genuine delivery of the platform is not accepted',
        why: `A delivery that is answered with anything but 2xx is sent again and ends as a dead letter, so the app learns of nothing (${topic}).`,
        remedy:
          'Make the HMAC-SHA256 of topic, LF, store id, LF, timestamp, LF and the raw body with SVCAPP_SIGNING_SECRET as text, compare it with X-Service-Hmac-Sha256, and answer 2xx when the work is safe.',
        evidence: [requestEvidence(delivery, reply)],
      },
    ]
  },
}
