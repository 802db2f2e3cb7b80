import { monitorEventLoopDelay } from 'node:perf_hooks'

import { CannotJudge } from '../../cannot-judge.ts'
import type { Evidence } from '../../check.ts'
import { keepsMore, findTraces, traced } from '../../harness/app-state/event-traces.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { isTaken, type Answer } from '../../harness/raw-request.ts'
import { lookUntil, patience, slowness } from '../../harness/work.ts'
import { untilTaken } from '../../until-taken.ts'
import { hasCalled, isInBoth, isOfPanel, isRecorded } from './count.ts'
import { isSeen, movesBetween, newEvent, computeShare, type Effect } from './effect.ts'
import { learnedOn, onceApps } from './learned.ts'
import { countRecords, type Measurement, type OwnEvent } from './measure.ts'

/** Evidence that events were lost; null if none was. */
type Lost = readonly [Evidence, ...Evidence[]] | null

const AT_ONCE = 5

/** Maximum number of attempts on an idle machine to kill the app right after its response. */
const MOST_ROUNDS = 3

/** Longest delay of the check itself between a response and the kill, in ms. Later than that, late work may be done. */
const LATE_MS = 80

/** Time in ms after a start, after which an event that is missing in the files counts as unknown; its repeat then decides. */
const FORGOTTEN_MS = 2000

/** Kills the app right after it accepted several events, and checks whether they take effect anyway. */
export const killTrial = onceFor(async (harness: Harness): Promise<Lost> => {
  const effect = await learnedOn(harness, onceApps[1])
  if (!isSeen(effect) && (await harness.workingTopic()) === null)
    throw new CannotJudge('an event has no effect that is visible from outside')
  for (let round = 0; round < MOST_ROUNDS * slowness(harness); round += 1) {
    const killed = await killAfterAnswers(harness, effect)
    const lost = await lostOf(harness, effect, killed)
    if (lost !== null || killed.lateMs < LATE_MS) return lost
  }
  throw new CannotJudge('this machine is too busy to stop the app right after its response')
})

interface EventAnswer {
  readonly event: OwnEvent
  readonly answer: Answer
}

interface Killed {
  readonly before: Measurement
  readonly sent: readonly EventAnswer[]
  readonly lateMs: number
}

async function killAfterAnswers(harness: Harness, effect: Effect): Promise<Killed> {
  const { app, look } = effect
  const events = await Promise.all(Array.from({ length: AT_ONCE }, () => newEvent(harness, effect)))
  const before = await look()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const sent = await Promise.all(events.map(async (event) => ({ event, answer: await app.send(event.delivery) })))
  await app.kill()
  delay.disable()
  await app.start()
  // Unaccepted events are redelivered, as the platform would do.
  for (const { event, answer } of sent) if (!isTaken(answer)) await untilTaken(harness, app, event.again)
  return { before, sent, lateMs: delay.max / 1e6 }
}

async function lostOf(harness: Harness, effect: Effect, { before, sent }: Killed): Promise<Lost> {
  const { app, look } = effect
  const isDone = (now: Measurement) => isComplete(effect, { before, now, sent })
  let mayBeForgotten = false
  void patience(harness, app, FORGOTTEN_MS).then(() => void (mayBeForgotten = true))
  const now = await lookUntil(harness, app, {
    look,
    isDone: (seen) => isDone(seen) || (mayBeForgotten && isForgotten(effect, seen, sent)),
  })
  if (isDone(now)) return null
  const missing = sent.filter(({ event, answer }) => isTaken(answer) && !isOnRecord(effect, now, event))
  const accepted = missing.length > 0 ? missing : sent.filter(({ answer }) => isTaken(answer))
  const [first] = accepted
  // A process decides itself when it continues the work of another one.
  if (first === undefined || (await isKept(effect, now, accepted))) return null
  for (const { event } of accepted) await app.send(event.again)
  const again = await lookUntil(harness, app, { look, isDone })
  // An event that takes effect when redelivered was unknown. Otherwise the app has recorded it, and its files must show that nothing was done.
  if (!isDone(again) && !(await isNoted(effect, { before, now: again, sent: accepted }))) return null
  const { event, answer } = first
  return [
    requestEvidence(event.delivery, answer),
    { kind: 'process', ended: 'SIGKILL', accepted: sent.length, lost: missing.length || null },
  ]
}

interface Observation {
  readonly before: Measurement
  readonly now: Measurement
  readonly sent: readonly EventAnswer[]
}

/** Returns true if everything sent shows in a number, and each event in all its records. */
function isComplete(effect: Effect, { before, now, sent }: Observation): boolean {
  return movedBy(effect, before, now) >= sent.length && sent.every(({ event }) => isOnRecord(effect, now, event))
}

/** Returns the most events that one of the numbers shows; infinite if none shows events, because some are only in memory. */
function movedBy({ moves }: Effect, before: Measurement, now: Measurement): number {
  const moved = movesBetween(before.numbers, now.numbers)
  const shares = [...moves].flatMap(([at, by]) => (isInBoth(at, before, now) ? [computeShare(moved.get(at), by)] : []))
  const risen = shares.filter((share) => share >= 0)
  return risen.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...risen)
}

/** Returns true if nothing mentions an accepted event, in an app whose files mention all events. */
function isForgotten({ recordCounts }: Effect, now: Measurement, sent: readonly EventAnswer[]): boolean {
  return (
    recordCounts.size > 0 && sent.some(({ event, answer }) => isTaken(answer) && countRecords(now, event).size === 0)
  )
}

function isOnRecord(effect: Effect, now: Measurement, event: OwnEvent): boolean {
  if (isSeen(effect)) return isRecorded(effect, now, event)
  // If nothing else shows the effect, the call about its order does.
  return hasCalled(effect, event)
}

/** Returns true if the files contain more about one of these events than about one whose work is done. */
async function isKept({ app, done }: Effect, now: Measurement, sent: readonly EventAnswer[]): Promise<boolean> {
  const [finished, ...waiting] = await Promise.all(
    [done, ...sent.map(({ event }) => event)].map((event) => findTraces(app, traced(event))),
  )
  const known = countRecords(now, done)
  return (
    waiting.some((traces) => keepsMore(traces, finished ?? [])) ||
    sent.some(({ event }) =>
      [...countRecords(now, event)].some(([at, { count }]) => count > (known.get(at)?.count ?? 0)),
    )
  )
}

/** Returns true if the files mention an event without showing an effect of it. */
async function isNoted(effect: Effect, { before, now, sent }: Observation): Promise<boolean> {
  if (isOfPanel(effect)) return false
  const known = await Promise.all(sent.map(({ event }) => findTraces(effect.app, event.envelope)))
  if (!known.some(({ length }) => length > 0)) return false
  return movedBy(effect, before, now) < 1 || sent.some(({ event }) => !isOnRecord(effect, now, event))
}
