import { Big } from 'big.js'

import type { AppInstance } from '../../bench/app-instance.ts'
import { isCount, type StateNumbers } from '../../bench/app-state/state-numbers.ts'
import type { Bench } from '../../bench/bench.ts'
import type { ApiCall } from '../../bench/calls.ts'
import type { InstallPlace } from '../../bench/install-place.ts'
import { isAbout, lookUntil, patience, untilDone } from '../../bench/work.ts'
import { isWith, tokenOf } from '../../stores/tokens.ts'
import { untilTaken } from '../../until-taken.ts'
import { measure, countRecords, writesOf, type Measurement, type OwnEvent, type RecordCount } from './measure.ts'
import { panelReader } from './panel-numbers.ts'

/** An app that has already accepted events of this kind, and what one event leaves behind. */
export interface Effect {
  readonly app: AppInstance
  readonly place: InstallPlace
  readonly topic: string
  /** What the app has now. */
  readonly look: () => Promise<Measurement>
  /** How much each of its numbers changes with one event. */
  readonly moves: ReadonlyMap<string, Big>
  /** How many records mention one event, by the place that holds them. */
  readonly recordCounts: ReadonlyMap<string, RecordCount>
  /** How many writes at the platform one event causes. */
  readonly writes: number
  /** The last event from which this was learned. */
  readonly done: OwnEvent
}

export function isSeen({ moves, recordCounts, writes }: EffectTraces): boolean {
  return moves.size > 0 || recordCounts.size > 0 || writes > 0
}

/** What one event has left behind. */
type EffectTraces = Pick<Effect, 'moves' | 'recordCounts' | 'writes'>

/** `asks` is whether an event makes the app call the platform. */
type LearnedEffect = EffectTraces & Pick<Effect, 'done'> & { readonly asks: boolean }

/**
 * Learns what one event does in a separate app. Orders of the same total are paid, so the same numbers change by the same amount each time, and the same number
 * of records and writes mentions each. Where the files show only that an event came, the panel may show more.
 */
export async function learnEffect(bench: Bench, { app, topic }: Pick<Effect, 'app' | 'topic'>): Promise<Effect> {
  const place = await bench.openPlace()
  await bench.install(app, place)
  const stage = { app, place, topic, look: () => measure(app, place) }
  const { asks, ...left } = await learn(bench, stage)
  const effect = { ...stage, ...left }
  const isInFiles = effect.moves.size > 0 || [...effect.recordCounts.values()].some(({ hasOrder }) => hasOrder)
  if (isInFiles || bench.config.manifest === null) return effect
  const readPanel = panelReader(bench, stage)
  const look = async () => {
    const [own, numbers] = await Promise.all([measure(app, place), readPanel()])
    return { ...own, numbers }
  }
  const { asks: _, ...shown } = await learn(bench, { ...stage, look }, asks)
  return shown.moves.size > 0 ? { ...stage, look, ...shown } : effect
}

type Stage = Pick<Effect, 'app' | 'place' | 'topic' | 'look'>

/** `asks` is assumed until an event brings no call. */
async function learn(bench: Bench, stage: Stage, asks = true): Promise<LearnedEffect> {
  const { app, look } = stage
  let isAsking = asks
  /** What everything that an event causes has left behind, as far as that shows. */
  const afterEvent = async () => {
    const event = await newEvent(bench, stage)
    // A panel may show the platform's own numbers, and these include the order before the app gets its event.
    const before = await look()
    await untilTaken(bench, app, event.delivery)
    // An app that answers first is done shortly after its call was answered.
    const asked = isAsking ? untilDone(bench, app, event.isWork) : null
    let isQuiet = false
    void asked?.then(async (call) => {
      if (call !== null) await patience(bench, app, AFTER_CALL_MS)
      isQuiet = true
    })
    const isNew = (now: Measurement) => now.numbers.size !== before.numbers.size
    await lookUntil(bench, app, {
      look,
      isDone: (now) => isQuiet || isNew(now) || isSeen(leftBy(event, { before, now })),
    })
    isAsking = asked !== null && (await asked) !== null
    const now = await untilStill(bench, stage)
    return { event, left: leftBy(event, { before, now }), hasNew: isNew(now) }
  }
  let { event: done, left: last, hasNew } = await afterEvent()
  let steady: EffectTraces = { moves: new Map(), recordCounts: new Map(), writes: 0 }
  // When the first event leaves nothing behind, further events will not either.
  for (let left = isSeen(last) || hasNew ? MOST_EVENTS : 0; left > 0; left -= 1) {
    const next = await afterEvent()
    if (!isSeen(next.left)) break
    steady = steadyOf(last, next.left)
    done = next.event
    // A number that the first event has created changes from the second event on.
    if (steady.moves.size > 0 || (isSeen(steady) && next.left.moves.size === 0)) break
    last = next.left
  }
  return { ...steady, done, asks: isAsking }
}

/** How long an app may take after its call was answered on an idle machine, in ms. */
const AFTER_CALL_MS = 1500

/** The effect cannot be learned after this many further events. */
const MOST_EVENTS = 4

/** How long ago the first attempt was signed, so that the signature of a repeat differs as the platform's does (N5). */
const FIRST_SECONDS = 20

export async function newEvent(
  bench: Bench,
  { app, place, topic }: Pick<Effect, 'app' | 'place' | 'topic'>,
): Promise<OwnEvent> {
  const order = await bench.placeOrder(place)
  const isOurs = isWith(tokenOf(app, place) ?? '')
  const isWork = (call: ApiCall) => isOurs(call) && isAbout(order)(call)
  const event = await bench.event({ place, topic, order, ageSeconds: FIRST_SECONDS })
  const { delivery: again } = await bench.event({ place, topic, order, eventId: event.envelope.eventId })
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

/** What two events have left behind in the same way. */
function steadyOf(last: EffectTraces, { moves, recordCounts, writes }: EffectTraces): EffectTraces {
  const steady = [...moves].filter(
    ([at, by]) => last.moves.get(at)?.round(SHARE_DIGITS).eq(by.round(SHARE_DIGITS)) === true,
  )
  return {
    moves: new Map(tellingOf(steady)),
    recordCounts: new Map([...recordCounts].filter(([at, { count }]) => last.recordCounts.get(at)?.count === count)),
    writes: writes === last.writes ? writes : 0,
  }
}

/** A float that grows by the same amount each time does so only approximately. */
const SHARE_DIGITS = 6

/** How many events with this effect a change amounts to. */
export function shareOf(moved: Big | undefined, by: Big): number {
  return (moved ?? new Big(0)).div(by).round(SHARE_DIGITS).toNumber()
}

/** Counts of rows are used only where no other number changes: a list of requests also grows with each repeat, which means nothing. */
function tellingOf(moves: readonly (readonly [string, Big])[]): readonly (readonly [string, Big])[] {
  const numbers = moves.filter(([at]) => !isCount(at))
  return numbers.length > 0 ? numbers : moves
}

/** The time between two looks that must be equal on an idle machine, in ms. */
const STILL_MS = 200

/** Looks until nothing changes any more although the app has had its turn in between. */
export async function untilStill(bench: Bench, stage: Pick<Effect, 'app' | 'look'>): Promise<Measurement> {
  let last = await stage.look()
  const next = async () => {
    await patience(bench, stage.app, STILL_MS)
    return stage.look()
  }
  const isDone = (now: Measurement) => {
    const isStill = isSame(last, now)
    last = now
    return isStill
  }
  return lookUntil(bench, stage.app, { look: next, isDone })
}

function isSame(before: Measurement, after: Measurement): boolean {
  if (before.numbers.size !== after.numbers.size || before.writes.length !== after.writes.length) return false
  return movesBetween(before.numbers, after.numbers).size === 0
}

/** Numbers that both contain with different values. */
export function movesBetween(before: StateNumbers, after: StateNumbers): Map<string, Big> {
  return new Map(
    [...after].flatMap(([at, value]): [string, Big][] => {
      const old = before.get(at)
      return old === undefined || old === value ? [] : [[at, new Big(value).minus(old)]]
    }),
  )
}
