import type { AppInstance } from '../../bench/app-instance.ts'
import type { Bench } from '../../bench/bench.ts'
import type { ApiCall } from '../../bench/calls.ts'
import type { Delivery } from '../../bench/delivery.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import { isTaken, type Reply } from '../../bench/raw-request.ts'
import { isAbout, untilDone, workMs } from '../../bench/work.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { isWith, tokenOf } from '../../stores/tokens.ts'

export const safeEffect: Check = {
  id: 'answer.safe',
  title: 'A delivery is answered with 2xx only when its effect is safe',
  rules: ['EVT-012'],
  needs: ['signature.genuine'],
  run: async (bench) => {
    const topic = await bench.workingTopic()
    if (topic === null) throw new CannotJudge('no event makes the app call the platform')
    if (!(await isForgotten(bench, topic))) return []
    // What waits for its next try on disk is taken up by a new process; only an app of our own can be stopped.
    const app = await bench.ownApp()
    const accepted = await acceptFailing(bench, app, topic)
    if (accepted === null) return []
    const { delivery, reply, isMeant, heal } = accepted
    await app.calls.wait(isMeant, workMs(bench))
    heal()
    await app.restart()
    if ((await untilDone(bench, app, isMeant)) !== null) return []
    return [
      {
        severity: 'error',
        title: 'A delivery is answered with 2xx although its effect failed, and the effect is lost',
        why: 'After 2xx the platform never sends the event again. While the API answered 503 the work could not be done, and afterwards nobody does it.',
        remedy:
          'Answer 5xx when the work failed; or write the event down before the answer, and try until it is done, also after a restart.',
        evidence: [
          requestEvidence(delivery, reply),
          ...app.calls
            .list()
            .filter(isMeant)
            .map(({ method, path, status }) => ({ kind: 'call' as const, method, path, status })),
        ],
      },
    ]
  },
}

interface Accepted {
  /** The calls in which the work is done. */
  readonly isMeant: (call: ApiCall) => boolean
  readonly delivery: Delivery
  readonly reply: Reply
  /** Ends the failing. */
  readonly heal: () => void
}

/** Sends an event while the platform fails whatever is about it. Null when it is refused, and so comes again: that is what every answer but 2xx asks for. */
async function acceptFailing(bench: Bench, app: AppInstance, topic: string): Promise<Accepted | null> {
  const place = await bench.openPlace()
  await bench.install(app, place)
  const token = tokenOf(app, place)
  if (token === null) throw new CannotJudge('the app was not installed a second time')
  const order = await bench.placeOrder(place)
  const { delivery } = await bench.event({ place, topic, order })
  // Orders of several stores have the same numbers.
  const isMeant = (call: ApiCall) => isWith(token)(call) && isAbout(order)(call)
  const heal = app.calls.fault({ meets: isMeant, act: { kind: 'answer', status: 503 } })
  const reply = await app.send(delivery)
  return isTaken(reply) ? { isMeant, delivery, reply, heal } : null
}

/** Whether nobody does the work of an accepted event, although the platform is there again. */
async function isForgotten(bench: Bench, topic: string): Promise<boolean> {
  const accepted = await acceptFailing(bench, bench.app, topic)
  if (accepted === null) return false
  await untilQuiet(bench, accepted.isMeant)
  accepted.heal()
  return (await untilDone(bench, bench.app, accepted.isMeant)) === null
}

/** How long nothing must come before the tries of one piece of work are over, and how long they are watched. */
const QUIET_MS = 1800
const WATCHED_MS = 8000

/** Until the app tries no more by itself, or tries so long that it will not give up. */
async function untilQuiet({ clock, sleep, app }: Bench, isMeant: Accepted['isMeant']): Promise<void> {
  const startedAt = clock()
  for (;;) {
    const lastAt = app.calls.list().findLast(isMeant)?.at ?? startedAt
    const quietAt = Math.max(lastAt, startedAt) + QUIET_MS
    if (clock() >= quietAt || clock() - startedAt > WATCHED_MS) return
    await sleep(100)
  }
}
