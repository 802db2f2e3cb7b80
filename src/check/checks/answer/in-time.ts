import { CannotJudge, judgeable } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { hasInstall } from '../../harness/harness.ts'
import type { Answer } from '../../harness/raw-request.ts'

export const inTime: Check = {
  id: 'answer.in-time',
  title: 'The app responds to a delivery within five seconds',
  rules: ['HOOK-001'],
  needs: [],
  runsWith: ['install.works'],
  run: async (harness) => {
    if (!hasInstall(await harness.firstInstall())) throw new CannotJudge('install.works failed')
    const { delivery } = await harness.event()
    const answer = await harness.app.send(delivery)
    if (!isWithout(answer)) return []
    // A machine may be busy for a while, so only an app that is too slow twice counts as slow.
    const again = await harness.app.send(delivery)
    if (!isWithout(again)) return []
    for (const one of [answer, again]) judgeable(one)
    return error({
      title: 'The app does not respond to a delivery within five seconds',
      why: "The platform treats a delivery without a response as failed, and resends it while the app still handles the first attempt. At peak times, this can double the load. (The platform's timeout is not documented. Five seconds is advice from svcapp.)",
      remedy: 'Store the event, return 2xx, and do the slow work afterwards.',
      evidence: [requestEvidence(delivery, answer)],
    })
  },
}

function isWithout(answer: Answer): boolean {
  return !answer.answered && (answer.why === 'too-slow' || answer.why === 'busy')
}
