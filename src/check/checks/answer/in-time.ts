import { hasInstall } from '../../bench/bench.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import type { Answer } from '../../bench/raw-request.ts'
import { CannotJudge, judgeable } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'

export const inTime: Check = {
  id: 'answer.in-time',
  title: 'A delivery is answered within five seconds',
  rules: ['HOOK-001'],
  needs: [],
  runsWith: ['install.works'],
  run: async (bench) => {
    if (!hasInstall(await bench.firstInstall())) throw new CannotJudge('install.works failed')
    const { delivery } = await bench.event()
    const answer = await bench.app.send(delivery)
    if (!isWithout(answer)) return []
    // A machine may be busy for a while; only an app that is too slow twice counts as slow.
    const again = await bench.app.send(delivery)
    if (!isWithout(again)) return []
    for (const one of [answer, again]) judgeable(one)
    return error({
      title: 'A delivery is not answered within five seconds',
      why: 'A delivery without an answer counts as failed and is sent again while the app still works on the first one: the load doubles when it is highest. (How long the platform waits is not documented; five seconds is advice from svcapp.)',
      remedy: 'Store the event, answer 2xx, and do the slow work after the answer.',
      evidence: [requestEvidence(delivery, answer)],
    })
  },
}

function isWithout(answer: Answer): boolean {
  return !answer.answered && (answer.why === 'too-slow' || answer.why === 'busy')
}
