import { hasInstall } from '../../bench/bench.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import type { Answer } from '../../bench/raw-request.ts'
import { CannotJudge, judgeable } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'

export const inTime: Check = {
  id: 'answer.in-time',
  title: 'The app responds to a delivery within five seconds',
  rules: ['HOOK-001'],
  needs: [],
  runsWith: ['install.works'],
  run: async (bench) => {
    if (!hasInstall(await bench.firstInstall())) throw new CannotJudge('install.works failed')
    const { delivery } = await bench.event()
    const answer = await bench.app.send(delivery)
    if (!isWithout(answer)) return []
    // A machine may be busy for a while, so only an app that is too slow twice counts as slow.
    const again = await bench.app.send(delivery)
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
