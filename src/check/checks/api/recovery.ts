import {
  apiFixture,
  callingInstall,
  firstCalled,
  isWorkOf,
  sendEvent,
  whileFaulty,
  type SentEvent,
  type WatchedInstall,
} from '../../api-calls/fixture.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { isWaiting } from '../../harness/app-state/event-traces.ts'
import type { FaultAct } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { onceFor } from '../../harness/once-for.ts'
import { isRejected, isTaken, type Answer } from '../../harness/raw-request.ts'
import { patience, slowness, untilCall, WORK_MS } from '../../harness/work.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

interface FaultCase {
  readonly id: string
  readonly what: string
  readonly act: FaultAct
  readonly waitMs: number
}

const faultCases: readonly FaultCase[] = [
  { id: 'after-payment', what: '402', act: { kind: 'answer', status: 402 }, waitMs: 0 },
  {
    id: 'after-rate-limit',
    what: '429',
    act: { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } },
    waitMs: 1100,
  },
  { id: 'after-unavailable', what: '503', act: { kind: 'answer', status: 503 }, waitMs: 0 },
  { id: 'after-broken', what: 'a lost connection', act: { kind: 'break', when: 'before' }, waitMs: 0 },
]

/** An event that is lost after this fault is lost after the others for the same reason. */
const PLAINEST = 'after-unavailable'

/** One trial for each fault. */
const trials = faultCases.map((trouble) => ({ trouble, lost: onceFor((harness: Harness) => isLost(harness, trouble)) }))

/** Resolves when every trial has shown whether its fault loses an event. */
export async function recovered(harness: Harness): Promise<void> {
  await Promise.allSettled(trials.map(({ lost }) => lost(harness)))
}

/** An event whose call failed is not lost if the app rejects it and accepts it later, or does the work later itself. */
export const recoveryChecks: readonly Check[] = trials.map(({ trouble, lost: lostOf }) => ({
  id: `api.${trouble.id}`,
  title: `An event is not lost if an API call for it fails with ${trouble.what}`,
  rules: ['EVT-012'],
  needs: ['answer.order', 'api.token'],
  unless: ['answer.safe', 'once.failure', ...(trouble.id === PLAINEST ? [] : [`api.${PLAINEST}`])],
  run: async (harness) => {
    const lost = await lostOf(harness)
    if (lost === null) return []
    return error({
      title: `An event is lost if an API call for it fails with ${trouble.what}`,
      why: 'The platform may be down, busy or waiting for a payment. It never resends an event after a 2xx, so work that the app drops is lost.',
      remedy:
        "Return 2xx once the effect is complete or its job is stored. Return 5xx while a call fails for a temporary reason, and do not delete the store's data.",
      evidence: [{ kind: 'request', method: 'POST', path: harness.config.webhooks.path, ...lost }],
    })
  },
}))

/** Number of redeliveries of a rejected event on an idle machine, with pauses as on the platform (N5), only shorter. */
const TRIES = 3
const PAUSE_MS = 1200

/** Time in ms on an idle machine within which an app reacts to a failed call. */
const SETTLE_MS = 700

/** Returns the evidence, or null if the work was done in the end. */
async function isLost(
  harness: Harness,
  { act, waitMs }: FaultCase,
): Promise<{ readonly status: number | null; readonly afterwards: string } | null> {
  const { app } = await apiFixture(harness)
  const install = await callingInstall(harness)
  const sent = await whileFaulty(app, install, { act }, async () => {
    const result = await sendEvent(harness, app, install.place)
    const isWork = await isWorkOf(harness, install, result)
    await untilCall(harness, app, (call) => isWork(call) && call.faulty)
    return result
  })
  const status = sent.answer.answered ? sent.answer.status : null
  if (isTaken(sent.answer)) {
    await patience(harness, app, SETTLE_MS)
    const isSafe = (await isKept(harness, sent)) || (await isDone(harness, install, sent))
    return isSafe ? null : { status, afterwards: 'no further call in the seconds after the response' }
  }
  await harness.sleep(waitMs)
  const again = await untilTaken(harness, sent)
  if (!isTaken(again))
    return (await isStillComing(harness, install, again)) ? null : { status, ...rejectedAgain(again) }
  return (await isDone(harness, install, sent))
    ? null
    : { status, afterwards: 'accepted when resent, but without a call' }
}

/** Returns the last response to a redelivered event. On a busy machine the app's call may time out again. */
async function untilTaken(harness: Harness, sent: SentEvent): Promise<Answer> {
  let again = await sent.again()
  for (let left = TRIES * slowness(harness); left > 0 && !isTaken(again) && !isRejected(again); left -= 1) {
    await harness.sleep(PAUSE_MS)
    again = await sent.again()
  }
  return again
}

function rejectedAgain(answer: Answer): { readonly afterwards: string } {
  return { afterwards: `rejected again (${answer.answered ? answer.status : answer.why})` }
}

/** Waits twice as long as for other work after a response, because the app waits before it retries. */
async function workDone(harness: Harness, install: WatchedInstall, sent: SentEvent): Promise<boolean> {
  const { app } = await apiFixture(harness)
  const isWork = await isWorkOf(harness, install, sent)
  return (await untilCall(harness, app, (call) => isWork(call) && !call.faulty, WORK_MS * 1.6)) !== null
}

async function isDone(harness: Harness, install: WatchedInstall, sent: SentEvent): Promise<boolean> {
  return (await workDone(harness, install, sent)) || isKept(harness, sent)
}

/** Returns true if the app recorded more about the event than about a finished one. The app decides how long it waits before a retry. */
async function isKept(harness: Harness, sent: SentEvent): Promise<boolean> {
  const [{ app }, done] = await Promise.all([apiFixture(harness), firstCalled(harness)])
  return done !== null && isWaiting(app, sent.traced, done.traced)
}

/** With a 5xx the app promises to accept the event later, however late. That does not hold if it deleted the store's install, which its panel shows. */
async function isStillComing(harness: Harness, { place }: WatchedInstall, answer: Answer): Promise<boolean> {
  if (isRejected(answer)) return false
  if (harness.config.manifest === null) return true
  const { app, idle } = await apiFixture(harness)
  const isOpenAt = async (at: InstallPlace) => {
    const { isOpen } = await openPanel(harness, at, { app, token: genuineToken(harness, at) })
    return isOpen
  }
  const isForgotten = !(await isOpenAt(place)) && idle[0] !== undefined && (await isOpenAt(idle[0].place))
  return !isForgotten
}
