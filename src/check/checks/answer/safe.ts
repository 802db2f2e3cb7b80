import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { error } from '../../finding.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import { isWaiting, traced } from '../../harness/app-state/event-traces.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { MadeEvent } from '../../harness/event.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { isTaken, type Answer } from '../../harness/raw-request.ts'
import { isWith, findToken } from '../../harness/tokens.ts'
import { isAbout, patience, untilCall, untilDone } from '../../harness/work.ts'
import { killTrial } from '../once/kill-trial.ts'
import { onceApps } from '../once/learned.ts'

export const safeEffect: Check = {
  id: 'answer.safe',
  title: 'A delivery gets a 2xx only after its effect is safe',
  rules: ['EVT-012'],
  needs: ['answer.order'],
  ahead: [onceApps[1]],
  run: async (harness) => {
    const [killed, failed] = await Promise.allSettled([killTrial(harness), failedEvent(harness)])
    const evidence = valueOf(killed)
    if (evidence !== null)
      return error({
        title: 'An event gets a 2xx before its effect is safe, so a crash right after the response loses the event',
        why: 'After a 2xx, the platform never resends the event, and the restarted app has no trace of it.',
        remedy: 'Respond only after the effect is complete, or after the event and its pending work are on disk.',
        evidence,
      })
    const lost = valueOf(failed)
    if (lost === null) {
      if (killed.status === 'rejected' && failed.status === 'rejected') throw failed.reason
      return []
    }
    const { event, answer, calls } = lost
    return error({
      title: 'A delivery gets a 2xx although its effect failed, and the effect is lost',
      why: 'After a 2xx, the platform never resends the event. The work failed while the API returned 503, and the app never retries it.',
      remedy:
        'Return 5xx when the work fails. Or store the event before you respond, and retry until the work is done, even after a restart.',
      evidence: [
        requestEvidence(event.delivery, answer),
        ...calls.map(({ method, path, status }) => ({ kind: 'call' as const, method, path, status })),
      ],
    })
  },
}

/** Returns null if it cannot be judged. */
function valueOf<T>(one: PromiseSettledResult<T>): T | null {
  if (one.status === 'fulfilled') return one.value
  if (one.reason instanceof CannotJudge) return null
  throw one.reason
}

async function failedEvent(harness: Harness): Promise<LostEvent | null> {
  const topic = await harness.workingTopic()
  if (topic === null) throw new CannotJudge('no event triggers a call to the platform')
  // Most apps reject events that they cannot process. Only an app that this check started itself can be killed.
  return (await isAccepted(harness, topic)) ? lostEvent(harness, await harness.ownApp(), topic) : null
}

type LostEvent = FailingEvent & { readonly calls: readonly ApiCall[] }

interface FailingEvent {
  readonly event: MadeEvent
  /** Matches the calls that do its work. */
  readonly isMeant: (call: ApiCall) => boolean
  readonly answer: Answer
  /** Ends the fault. */
  readonly heal: () => void
}

interface ToFail {
  readonly app: AppInstance
  readonly place: InstallPlace
  readonly topic: string
}

/**
 * Returns true if the app accepts an event while the platform fails every call about it. A rejected
 * event is redelivered, because every response except 2xx requests that.
 */
async function isAccepted(harness: Harness, topic: string): Promise<boolean> {
  const { app } = harness
  const { answer, heal } = await sendFailing(harness, { app, place: await installed(harness, app), topic })
  heal()
  return isTaken(answer)
}

async function installed(harness: Harness, app: AppInstance): Promise<InstallPlace> {
  const place = await harness.openPlace()
  await harness.install(app, place)
  return place
}

async function sendFailing(harness: Harness, { app, place, topic }: ToFail): Promise<FailingEvent> {
  const token = findToken(app, place)
  if (token === null) throw new CannotJudge('a second install does not complete')
  const order = await harness.placeOrder(place)
  const event = await harness.event({ place, topic, order })
  // Orders of different stores have the same numbers.
  const isMeant = (call: ApiCall) => isWith(token)(call) && isAbout(order)(call)
  const heal = app.calls.fault({ meets: isMeant, act: { kind: 'answer', status: 503 } })
  return { event, isMeant, heal, answer: await app.send(event.delivery) }
}

/** Time in ms on an idle machine to watch a retrying app before it is killed: enough to show that it keeps its work in memory, or soon stops retrying. */
const TRIES_MS = 2500

/** Returns the evidence of an event that the app accepted, whose work failed, and of which nothing remains after the process is killed. */
async function lostEvent(harness: Harness, app: AppInstance, topic: string): Promise<LostEvent | null> {
  const place = await installed(harness, app)
  const done = await doneEvent(harness, { app, place, topic })
  const failing = await sendFailing(harness, { app, place, topic })
  const { event, isMeant, heal, answer } = failing
  if (!isTaken(answer)) return null
  await untilCall(harness, app, isMeant)
  await patience(harness, app, TRIES_MS)
  await app.kill()
  heal()
  const isKept = () => isWaiting(app, traced(event), traced(done))
  // The app decides how long it waits before a retry.
  if (await isKept()) return null
  const calls = app.calls.list().filter(isMeant)
  await app.start()
  return (await untilDone(harness, app, isMeant)) === null ? { ...failing, calls } : null
}

/** Returns an event whose work is done. */
async function doneEvent(harness: Harness, { app, place, topic }: ToFail): Promise<MadeEvent> {
  const order = await harness.placeOrder(place)
  const event = await harness.event({ place, topic, order })
  await lastAnswer(harness, app, event.delivery)
  const isOurs = isWith(findToken(app, place) ?? '')
  await untilDone(harness, app, (call) => isOurs(call) && isAbout(order)(call))
  return event
}
