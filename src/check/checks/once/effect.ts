import Big from 'big.js'

import type { AppInstance } from '../../bench/app-instance.ts'
import { isCount, readStateNumbers, type StateNumbers } from '../../bench/app-state/state-numbers.ts'
import type { Bench, MadeEvent } from '../../bench/bench.ts'
import type { Place } from '../../bench/place.ts'
import { isAbout, untilDone, workMs } from '../../bench/work.ts'
import type { Evidence } from '../../check.ts'

/** An app in which the same kind of event was taken before, and the numbers that one event moves in its state. */
export interface Effect {
  readonly app: AppInstance
  readonly place: Place
  readonly topic: string
  /** By how much each number moves with one event. */
  readonly moves: ReadonlyMap<string, Big>
}

/**
 * What one event does to the state of an app of its own: orders of the same worth are paid, so the same numbers move by the same amount each time. No moves when
 * an event moves no number that can be seen.
 */
export async function learnEffect(bench: Bench, { app, topic }: Pick<Effect, 'app' | 'topic'>): Promise<Effect> {
  const place = await bench.openPlace()
  await bench.install(app, place)
  let isAsking = true
  /** The numbers when all that an event brings about is done, as far as it shows. */
  const afterEvent = async (before: StateNumbers): Promise<StateNumbers> => {
    const { delivery, order } = await newEvent(bench, { place, topic })
    await app.send(delivery)
    // An app that answers first is done when its call was answered.
    const asked = isAsking ? untilDone(bench, app, isAbout(order)) : null
    await poll(bench, app, (now) => !isSame(before, now))
    isAsking = asked !== null && (await asked) !== null
    return untilStill(bench, app)
  }
  let before = await afterEvent(await readStateNumbers(app))
  let last: ReadonlyMap<string, Big> = new Map()
  for (let left = MOST_EVENTS; left > 0; left -= 1) {
    const now = await afterEvent(before)
    if (isSame(before, now)) break
    const moves = movesBetween(before, now)
    const steady = [...moves].filter(([at, by]) => last.get(at)?.eq(by) === true)
    if (steady.length > 0) return { app, place, topic, moves: new Map(tellingOf(steady)) }
    last = moves
    before = now
  }
  return { app, place, topic, moves: new Map() }
}

/** Rows are looked at where no number moves: a list of requests grows with each repeat too, and means nothing. */
function tellingOf(moves: readonly (readonly [string, Big])[]): readonly (readonly [string, Big])[] {
  const numbers = moves.filter(([at]) => !isCount(at))
  return numbers.length > 0 ? numbers : moves
}

/** After so many further ones it is not to be learned. */
const MOST_EVENTS = 4

async function newEvent(bench: Bench, { place, topic }: Pick<Effect, 'place' | 'topic'>): Promise<MadeEvent> {
  return bench.event({ place, topic, order: await bench.placeOrder(place) })
}

export type Times = 'once' | 'never' | 'more'

export interface Counted {
  readonly times: Times
  /** Whether only rows could be counted, some of which may be no effect but a note of a request. */
  readonly isOfRows: boolean
  readonly evidence: Evidence
}

/**
 * How often an event took effect whose deliveries `act` has sent. Then another event is sent and awaited: everything before it is done by then, so the check
 * never waits for what does not come.
 */
export async function countEffects(
  bench: Bench,
  effect: Effect,
  act: (event: MadeEvent) => Promise<void>,
): Promise<Counted> {
  const { app, moves } = effect
  const before = await readStateNumbers(app)
  const event = await newEvent(bench, effect)
  await act(event)
  const fence = await newEvent(bench, effect)
  await app.send(fence.delivery)
  const after = await untilReached(bench, effect, { before, events: 2 })
  const moved = movesBetween(before, after)
  const [at = '', by = new Big(0)] = [...moves][0] ?? []
  const counts = [...moves].map(([cell, one]) => (moved.get(cell) ?? new Big(0)).div(one).toNumber() - 1)
  const most = Math.max(...counts)
  const times = most > 1 ? 'more' : most < 1 ? 'never' : 'once'
  const evidence: Evidence = {
    kind: 'file',
    number: at,
    before: before.get(at) ?? null,
    after: after.get(at) ?? null,
    byOneEvent: by.toString(),
    differentEvents: 2,
  }
  return { times, isOfRows: isCount(at), evidence }
}

/** Sends an event, and answers with it when its effect shows. */
export async function takeOne(bench: Bench, effect: Effect): Promise<MadeEvent> {
  const before = await readStateNumbers(effect.app)
  const event = await newEvent(bench, effect)
  await effect.app.send(event.delivery)
  await untilReached(bench, effect, { before, events: 1 })
  return event
}

/** Until so many events have shown, or no more comes. */
async function untilReached(
  bench: Bench,
  { app, moves }: Effect,
  { before, events }: { readonly before: StateNumbers; readonly events: number },
): Promise<StateNumbers> {
  const isReached = (now: StateNumbers) => {
    const moved = movesBetween(before, now)
    return [...moves].every(([cell, by]) => (moved.get(cell) ?? new Big(0)).div(by).gte(events))
  }
  return poll(bench, app, isReached)
}

/** Until two looks show the same. */
async function untilStill(bench: Bench, app: AppInstance): Promise<StateNumbers> {
  let last = await readStateNumbers(app)
  await bench.sleep(2 * LOOK_MS)
  return poll(bench, app, (now) => {
    const isStill = isSame(last, now)
    last = now
    return isStill
  })
}

function isSame(before: StateNumbers, after: StateNumbers): boolean {
  return before.size === after.size && movesBetween(before, after).size === 0
}

/** Each look reads all that the app has written. */
const LOOK_MS = 100

async function poll(bench: Bench, app: AppInstance, isDone: (now: StateNumbers) => boolean): Promise<StateNumbers> {
  const { clock, sleep } = bench
  const endAt = clock() + workMs(bench)
  for (;;) {
    const now = await readStateNumbers(app)
    if (isDone(now) || clock() > endAt) return now
    await sleep(LOOK_MS)
  }
}

/** Numbers that stand in both and differ. */
function movesBetween(before: StateNumbers, after: StateNumbers): Map<string, Big> {
  return new Map(
    [...after].flatMap(([at, value]): [string, Big][] => {
      const old = before.get(at)
      return old === undefined || old === value ? [] : [[at, new Big(value).minus(old)]]
    }),
  )
}
