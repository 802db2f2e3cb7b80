import { Big } from 'big.js'

import { callEvidence } from '../../api-calls/call-evidence.ts'
import { RESTLESS_MS } from '../../api-calls/caused.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Evidence } from '../../check.ts'
import { isCount, recordOf } from '../../harness/app-state/state-numbers.ts'
import { recordTexts } from '../../harness/app-state/state-records.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { lookUntil, patience } from '../../harness/work.ts'
import { untilTaken } from '../../until-taken.ts'
import { isSeen, movesBetween, newEvent, computeShare, untilStill, type Effect } from './effect.ts'
import { countRecords, writesOf, type Measurement, type OwnEvent } from './measure.ts'
import { isPanelNumber } from './panel-numbers.ts'

/** `later`: not yet, but the app recorded the event. */
export type Times = 'once' | 'never' | 'more' | 'later'

export interface Counted {
  readonly times: Times
  /** True if only rows could be counted, some of which may record a request without an effect. */
  readonly isOfRows: boolean
  readonly evidence: readonly [Evidence, ...Evidence[]]
  /** The counted event, and a later one whose effect shows. */
  readonly event: OwnEvent
  readonly fence: OwnEvent
  /** Calls about the earlier event after it was sent again; none if opening the panel may have caused them. */
  readonly repeated: readonly ApiCall[]
}

interface ToCount {
  /** Sends the deliveries of the event. */
  readonly act: (event: OwnEvent) => Promise<void>
  /** An event that has already taken effect and must not do so again. */
  readonly earlier?: OwnEvent
}

/**
 * Counts how often an event takes effect whose deliveries `act` sends. Then sends another event and waits for its effect,
 * and until nothing changes any more. Everything before it is done by then, so the check never waits for a missing effect.
 * Throws `NotTaken`, and `CannotJudge` if not even the other event has an effect, because then the app may just be slow.
 */
export async function countEffects(harness: Harness, effect: Effect, { act, earlier }: ToCount): Promise<Counted> {
  const { app, look } = effect
  // The panel shows the platform's own data about these orders before the app gets their events.
  const event = await newEvent(harness, effect)
  const fence = await newEvent(harness, effect)
  const before = await look()
  const from = app.calls.list().length
  await act(event)
  await untilTaken(harness, app, fence.delivery)
  const now = await lookUntil(harness, app, {
    look,
    isDone: (seen) => isReached(effect, { before, now: seen, fence, events: 2 }),
  })
  if (!isReached(effect, { before, now, fence, events: 1 })) throw new CannotJudge(UNFINISHED)
  const after = await untilStill(harness, effect)
  const seen = { before, after, events: earlier === undefined ? [event] : [event, earlier] }
  const isRepeated = (call: ApiCall) => !isOfPanel(effect) && earlier?.isWork(call) === true
  const facts = { event, fence, repeated: app.calls.list().slice(from).filter(isRepeated) }
  const found = verdict(effect, seen)
  if (found.times !== 'more') return { ...found, ...facts }
  return { ...verdict(await withoutRestless(harness, effect), seen), ...facts }
}

const UNFINISHED = 'this machine was too slow for the app to finish an event'

/** Returns the effect without numbers that also change without an event, such as those of a timer. Throws `CannotJudge` if nothing else is left. */
async function withoutRestless(harness: Harness, effect: Effect): Promise<Effect> {
  const before = await effect.look()
  await patience(harness, effect.app, RESTLESS_MS)
  const moved = movesBetween(before.numbers, (await effect.look()).numbers)
  const still = { ...effect, moves: new Map([...effect.moves].filter(([at]) => !moved.has(at))) }
  if (!isSeen(still)) throw new CannotJudge("the app's data also changes without events")
  return still
}

/** Sends an event and returns it when its effect shows. Throws `CannotJudge` if none does. */
export async function takeOne(harness: Harness, effect: Effect): Promise<OwnEvent> {
  const { app, look } = effect
  const event = await newEvent(harness, effect)
  const before = await look()
  await untilTaken(harness, app, event.delivery)
  const now = await lookUntil(harness, app, {
    look,
    isDone: (seen) => isReached(effect, { before, now: seen, fence: event, events: 1 }),
  })
  if (!isReached(effect, { before, now, fence: event, events: 1 })) throw new CannotJudge(UNFINISHED)
  await untilStill(harness, effect)
  return event
}

interface Progress {
  readonly before: Measurement
  readonly now: Measurement
  /** The last event. */
  readonly fence: OwnEvent
  readonly events: number
}

/** Returns true if this many events show in the numbers, and the last one in all its records. */
function isReached(effect: Effect, { before, now, fence, events }: Progress): boolean {
  const moved = movesBetween(before.numbers, now.numbers)
  const shares = tellingMoves(effect, before, now).map(([cell, by]) => computeShare(moved.get(cell), by))
  return shares.every((share) => share >= events) && isRecorded(effect, now, fence)
}

/** Returns the moves of numbers that did not restart meanwhile. */
function tellingMoves({ moves }: Effect, before: Measurement, now: Measurement): (readonly [string, Big])[] {
  const moved = movesBetween(before.numbers, now.numbers)
  const hasFallen = (cell: string, by: Big) => (moved.get(cell) ?? new Big(0)).times(by).lt(0)
  return [...moves].filter(([cell, by]) => isInBoth(cell, before, now) && !hasFallen(cell, by))
}

/** Returns true if an event made the app call the platform, and the call got a response. */
export function hasCalled({ app }: Effect, { isWork }: OwnEvent): boolean {
  return app.calls.list().some((call) => isWork(call) && !call.faulty && call.status !== null)
}

/** Returns true if an event is in all records of its effect: files that mention it, and writes at the platform. */
export function isRecorded({ recordCounts, writes }: Effect, now: Measurement, event: OwnEvent): boolean {
  const found = countRecords(now, event)
  return (
    [...recordCounts].every(([at, { count }]) => (found.get(at)?.count ?? 0) >= count) &&
    writesOf(now, event).length >= writes
  )
}

/** Returns true if both measurements contain the number. A number in memory disappears after a crash, until it starts again. */
export function isInBoth(cell: string, before: Measurement, after: Measurement): boolean {
  return before.numbers.has(cell) && after.numbers.has(cell)
}

interface Observation {
  readonly before: Measurement
  readonly after: Measurement
  readonly events: readonly OwnEvent[]
}

type Verdict = Pick<Counted, 'times' | 'isOfRows' | 'evidence'>

/**
 * Numbers are the best evidence. Without them, the first of these that does not count one effect
 * decides: records with the total of an order, writes at the platform, and rows.
 */
function verdict(effect: Effect, seen: Observation): Verdict {
  const { moves, recordCounts, writes } = effect
  const isShown = isOfPanel(effect)
  if (!isShown && [...moves.keys()].some((at) => !isCount(at))) return byNumbers(effect, seen)
  const verdicts = [
    // A panel may show the platform's own numbers, which change once whatever the app does, so the others are compared too.
    ...(isShown ? [byNumbers(effect, seen)] : []),
    ...([...recordCounts.values()].some(({ hasOrder }) => hasOrder) ? [byRecords(effect, seen, true)] : []),
    ...(writes > 0 ? [byWrites(effect, seen)] : []),
    ...(moves.size > 0 && !isShown ? [{ ...byNumbers(effect, seen), isOfRows: !isWorth(effect, seen) }] : []),
    ...(recordCounts.size > 0 ? [byRecords(effect, seen, false)] : []),
  ]
  const found = verdicts.find(({ times }) => times !== 'once') ?? verdicts[0]
  if (found === undefined) throw new Error('No result for this effect.')
  return found
}

/** Returns true if its numbers come from the panel. */
export function isOfPanel({ moves }: Pick<Effect, 'moves'>): boolean {
  return [...moves.keys()].some(isPanelNumber)
}

/** Returns true if the counted rows contain the total of the event's order, so that they are more than records of requests. */
function isWorth({ moves }: Effect, { after, events: [event] }: Observation): boolean {
  const counted = [...moves.keys()].map((at) => recordOf(at))
  const rows = after.records.filter(({ at }) => counted.includes(at)).flatMap((record) => recordTexts(record))
  return event !== undefined && rows.some((row) => row.includes(event.order.grandTotal))
}

/** Amounts are better evidence than counts: a number that grows by one may count deliveries, and then not all numbers agree. */
function byNumbers(effect: Effect, { before, after }: Observation): Verdict {
  const moved = movesBetween(before.numbers, after.numbers)
  const shown = tellingMoves(effect, before, after)
  const amounts = shown.filter(([, by]) => !by.abs().eq(1))
  const [first] = amounts.length > 0 ? amounts : shown
  const shares = (amounts.length > 0 ? amounts : shown).map(([cell, by]) => computeShare(moved.get(cell), by) - 1)
  const most = amounts.length > 0 ? Math.max(...shares) : Math.min(...shares)
  const [at = '', by = new Big(0)] = first ?? []
  return {
    times: shares.length === 0 ? 'once' : timesOf(Math.max(...shares) < 1 ? Math.max(...shares) : Math.max(most, 1)),
    isOfRows: false,
    evidence: [
      {
        kind: isPanelNumber(at) ? 'page' : 'file',
        number: at,
        before: before.numbers.get(at) ?? null,
        after: after.numbers.get(at) ?? null,
        byOneEvent: by.toString(),
        differentEvents: 2,
      },
    ],
  }
}

function byRecords({ recordCounts }: Effect, { after, events }: Observation, isOfOrder: boolean): Verdict {
  const telling = [...recordCounts].filter(([, { hasOrder }]) => hasOrder === isOfOrder)
  const shares = events.map((event) => {
    const found = countRecords(after, event)
    return telling.map(([at, { count }]) => ({ at, byOneEvent: count, found: found.get(at)?.count ?? 0 }))
  })
  const all = shares.flat()
  const worst = all.toSorted((a, b) => b.found / b.byOneEvent - a.found / a.byOneEvent)[0]
  const most = worst === undefined ? 1 : worst.found / worst.byOneEvent
  return {
    times: timesOf(most),
    isOfRows: !isOfOrder,
    evidence: [
      { kind: 'file', records: worst?.at ?? '', byOneEvent: worst?.byOneEvent ?? 0, found: worst?.found ?? 0 },
    ],
  }
}

function byWrites({ writes }: Effect, { after, events }: Observation): Verdict {
  const found = events.map((event) => writesOf(after, event)).toSorted((a, b) => b.length - a.length)[0] ?? []
  const [first, ...more] = found
  return {
    times: timesOf(found.length / writes),
    isOfRows: false,
    evidence: first === undefined ? [{ kind: 'call', byOneEvent: writes, found: 0 }] : callEvidence([first, ...more]),
  }
}

function timesOf(share: number): Times {
  if (share > 1) return 'more'
  return share < 1 ? 'never' : 'once'
}
