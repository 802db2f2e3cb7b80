import { CannotJudge } from '../../cannot-judge.ts'
import type { Evidence } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { isRejected, isTaken, type Answer } from '../../harness/raw-request.ts'
import { untilDone, workMs } from '../../harness/work.ts'
import { hasCalled, type Counted } from './count.ts'
import { newEvent, untilStill, type Effect } from './effect.ts'
import type { OwnEvent } from './measure.ts'

/** Evidence that the app lost an install; null if it still has it. */
export type Forgotten = readonly [Evidence, ...Evidence[]] | null

/**
 * Tests whether the restarted app still has its install: then an event makes it call the platform with that install's token. `counted` is
 * what was counted of the app since the restart. An app that can do this only after a new install has lost the old one. Throws `CannotJudge`.
 */
export async function forgottenInstall(harness: Harness, effect: Effect, counted: Counted | null): Promise<Forgotten> {
  // The counts after the restart already show it.
  if (counted !== null && [counted.event, counted.fence].some((event) => hasCalled(effect, event))) return null
  const old = await tryEvent(harness, effect)
  if (old.isDone) return null
  const trip = await harness.install(effect.app, effect.place)
  if (!trip.ok || !(await tryEvent(harness, effect)).isDone)
    throw new CannotJudge('after a restart no event triggers a call to the platform')
  return [
    requestEvidence(old.event.delivery, old.answer),
    { kind: 'process', ended: 'SIGTERM', calls: 'no call until the app was reinstalled' },
  ]
}

interface TriedEvent {
  readonly event: OwnEvent
  readonly answer: Answer
  /** True if it made the app call the platform. */
  readonly isDone: boolean
}

async function tryEvent(harness: Harness, effect: Effect): Promise<TriedEvent> {
  const { app } = effect
  const event = await newEvent(harness, effect)
  const endAt = harness.clock() + workMs(harness)
  let answer = await lastAnswer(harness, app, event.delivery)
  // An app that is still starting responds with 5xx for a while.
  while (!isTaken(answer) && !isRejected(answer) && harness.clock() < endAt)
    answer = await lastAnswer(harness, app, event.delivery)
  if ((await untilDone(harness, app, event.isWork)) === null) return { event, answer, isDone: false }
  // Late effects of this event must not show in the next count.
  await untilStill(harness, effect)
  return { event, answer, isDone: true }
}
