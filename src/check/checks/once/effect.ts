import { Big } from 'big.js'

import type { AppInstance } from '../../harness/app-instance.ts'
import { isCount, type StateNumbers } from '../../harness/app-state/state-numbers.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { isWith, findToken } from '../../harness/tokens.ts'
import { isAbout, lookUntil, patience, untilDone } from '../../harness/work.ts'
import { untilTaken } from '../../until-taken.ts'
import { measure, countRecords, writesOf, type Measurement, type OwnEvent, type RecordCount } from './measure.ts'
import { panelReader } from './panel-numbers.ts'

/** An app that has already accepted events of this kind, and the traces of one event. */
export interface Effect {
  readonly app: AppInstance
  readonly place: InstallPlace
  readonly topic: string
  /** Measures the app's current state. */
  readonly look: () => Promise<Measurement>
  /** Change of each number with one event. */
  readonly moves: ReadonlyMap<string, Big>
  /** Number of records that mention one event, by location. */
  readonly recordCounts: ReadonlyMap<string, RecordCount>
  /** Number of writes at the platform that one event causes. */
  readonly writes: number
  /** Last event from which this was detected. */
  readonly done: OwnEvent
  /** Time in ms on an idle machine without a change after which an event is finished: more than the app pauses between two calls. */
  readonly stillMs: number
}

export function isSeen({ moves, recordCounts, writes }: EffectTraces): boolean {
  return moves.size > 0 || recordCounts.size > 0 || writes > 0
}

/** Traces of one event. */
type EffectTraces = Pick<Effect, 'moves' | 'recordCounts' | 'writes'>

/** `asks` is true if an event makes the app call the platform. */
type LearnedEffect = EffectTraces & Pick<Effect, 'done' | 'stillMs'> & { readonly asks: boolean }

/**
 * Detects the effect of one event in a separate app. Orders of the same total are paid, so the same numbers change by the same amount each
 * time, and the same number of records and writes mentions each. If the files show only that an event arrived, the panel may show more.
 */
export async function learnEffect(harness: Harness, { app, topic }: Pick<Effect, 'app' | 'topic'>): Promise<Effect> {
  const place = await harness.openPlace()
  await harness.install(app, place)
  const subject = { app, place, topic, look: () => measure(app, place) }
  const { asks, ...left } = await learn(harness, subject, { asks: true })
  const effect = { ...subject, ...left }
  const isInFiles = effect.moves.size > 0 || [...effect.recordCounts.values()].some(({ hasOrder }) => hasOrder)
  if (isInFiles || harness.config.manifest === null) return effect
  const readPanel = panelReader(harness, subject)
  const look = async () => {
    const [own, numbers] = await Promise.all([measure(app, place), readPanel()])
    return { ...own, numbers }
  }
  const { asks: _, ...shown } = await learn(harness, { ...subject, look }, { asks, stillMs: left.stillMs })
  return shown.moves.size > 0 ? { ...subject, look, ...shown } : effect
}

type Subject = Pick<Effect, 'app' | 'place' | 'topic' | 'look'>

/** `asks` is assumed until an event causes no call. `stillMs` is measured with the first event unless it is known, because that wait is long. */
async function learn(
  harness: Harness,
  subject: Subject,
  known: Pick<LearnedEffect, 'asks'> & Partial<Pick<LearnedEffect, 'stillMs'>>,
): Promise<LearnedEffect> {
  const { app, look } = subject
  let { asks: isAsking, stillMs } = known
  /** Measures the traces of an event, as far as they show. */
  const afterEvent = async () => {
    const event = await newEvent(harness, subject)
    // A panel may show the platform's own numbers, which include the order before the app gets its event.
    const before = await look()
    await untilTaken(harness, app, event.delivery)
    // An app that responds first is done shortly after the response to its call.
    const asked = isAsking ? untilDone(harness, app, event.isWork) : null
    let isQuiet = false
    void asked?.then(async (call) => {
      if (call !== null) await patience(harness, app, AFTER_CALL_MS)
      isQuiet = true
    })
    const isNew = (now: Measurement) => now.numbers.size !== before.numbers.size
    await lookUntil(harness, app, {
      look,
      isDone: (now) => isQuiet || isNew(now) || isSeen(leftBy(event, { before, now })),
    })
    isAsking = asked !== null && (await asked) !== null
    if (isAsking) stillMs ??= STILL_MS + (await longestPause(harness, app, event))
    const now = await untilStill(harness, { ...subject, stillMs: stillMs ?? STILL_MS })
    return { event, left: leftBy(event, { before, now }), hasNew: isNew(now) }
  }
  let { event: done, left: last, hasNew } = await afterEvent()
  let steady: EffectTraces = { moves: new Map(), recordCounts: new Map(), writes: 0 }
  // If the first event leaves no traces, further events will not either.
  for (let left = isSeen(last) || hasNew ? MOST_EVENTS : 0; left > 0; left -= 1) {
    const next = await afterEvent()
    if (!isSeen(next.left)) break
    steady = findSteady(last, next.left)
    done = next.event
    // A number that the first event has created changes from the second event on.
    if (steady.moves.size > 0 || (isSeen(steady) && next.left.moves.size === 0)) break
    last = next.left
  }
  return { ...steady, done, stillMs: stillMs ?? STILL_MS, asks: isAsking }
}

/** Waits until an event causes no further call, and returns the longest time in ms between two of its calls, with a margin. */
async function longestPause(harness: Harness, { calls }: AppInstance, { isWork }: OwnEvent): Promise<number> {
  const times = () => calls.list().flatMap((call) => (isWork(call) ? [call.at] : []))
  for (let [seen, now] = [-1, times().length]; now > seen && now < MOST_CALLS; [seen, now] = [now, times().length]) {
    await harness.sleep(AFTER_CALL_MS)
  }
  const pauses = times().map((at, index, all) => at - (all[index - 1] ?? at))
  return Math.min(MARGIN * Math.max(0, ...pauses), LONGEST_PAUSE_MS)
}

/** Time in ms on an idle machine that an app may take after the response to its call. */
const AFTER_CALL_MS = 1500

/** After this many calls of one event, the app is not watched for more. */
const MOST_CALLS = 10

/** Factor of the pauses, because the next one may be longer, and the longest one in ms that later waits cover. */
const MARGIN = 1.3
const LONGEST_PAUSE_MS = 3000

/** Maximum number of further events before the effect counts as undetectable. */
const MOST_EVENTS = 4

/** Age of the first attempt's signature in seconds, so that the signature of a repeat differs as the platform's does (N5). */
const FIRST_SECONDS = 20

export async function newEvent(
  harness: Harness,
  { app, place, topic }: Pick<Effect, 'app' | 'place' | 'topic'>,
): Promise<OwnEvent> {
  const order = await harness.placeOrder(place)
  const isOurs = isWith(findToken(app, place) ?? '')
  const isWork = (call: ApiCall) => isOurs(call) && isAbout(order)(call)
  const event = await harness.event({ place, topic, order, ageSeconds: FIRST_SECONDS })
  const { delivery: again } = await harness.event({ place, topic, order, eventId: event.envelope.eventId })
  return { ...event, again, order, isWork }
}

function leftBy(
  event: OwnEvent,
  { before, now }: { readonly before: Measurement; readonly now: Measurement },
): EffectTraces {
  return {
    moves: movesBetween(before.numbers, now.numbers),
    recordCounts: countRecords(now, event),
    writes: writesOf(now, event).length,
  }
}

/** Returns the traces that two events have in common. */
function findSteady(last: EffectTraces, { moves, recordCounts, writes }: EffectTraces): EffectTraces {
  const steady = [...moves].filter(
    ([at, by]) => last.moves.get(at)?.round(SHARE_DIGITS).eq(by.round(SHARE_DIGITS)) === true,
  )
  return {
    moves: new Map(findTelling(steady)),
    recordCounts: new Map([...recordCounts].filter(([at, { count }]) => last.recordCounts.get(at)?.count === count)),
    writes: writes === last.writes ? writes : 0,
  }
}

/** A float that grows by the same amount each time does so only approximately. */
const SHARE_DIGITS = 6

/** Returns the number of events with this effect that a change corresponds to. */
export function computeShare(moved: Big | undefined, by: Big): number {
  return (moved ?? new Big(0)).div(by).round(SHARE_DIGITS).toNumber()
}

/** Row counts are used only if no other number changes: a list of requests also grows with each repeat, which means nothing. */
function findTelling(moves: readonly (readonly [string, Big])[]): readonly (readonly [string, Big])[] {
  const numbers = moves.filter(([at]) => !isCount(at))
  return numbers.length > 0 ? numbers : moves
}

/** Time in ms on an idle machine between two polls that must be equal, for an app without pauses. */
const STILL_MS = 200

/** Polls until nothing changes any more although the app had its turn in between. */
export async function untilStill(
  harness: Harness,
  subject: Pick<Effect, 'app' | 'look' | 'stillMs'>,
): Promise<Measurement> {
  let last = await subject.look()
  const next = async () => {
    await patience(harness, subject.app, subject.stillMs)
    return subject.look()
  }
  const isDone = (now: Measurement) => {
    const isStill = isSame(last, now)
    last = now
    return isStill
  }
  return lookUntil(harness, subject.app, { look: next, isDone })
}

function isSame(before: Measurement, after: Measurement): boolean {
  if (before.numbers.size !== after.numbers.size || before.writes.length !== after.writes.length) return false
  return movesBetween(before.numbers, after.numbers).size === 0
}

/** Returns the numbers that both contain with different values. */
export function movesBetween(before: StateNumbers, after: StateNumbers): Map<string, Big> {
  return new Map(
    [...after].flatMap(([at, value]): [string, Big][] => {
      const old = before.get(at)
      return old === undefined || old === value ? [] : [[at, new Big(value).minus(old)]]
    }),
  )
}
