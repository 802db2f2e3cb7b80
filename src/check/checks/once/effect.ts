import Big from 'big.js'

import type { AppInstance } from '../../bench/app-instance.ts'
import type { Bench, MadeEvent } from '../../bench/bench.ts'
import type { Place } from '../../bench/place.ts'
import { readStateNumbers, type StateNumbers } from '../../bench/state-numbers.ts'
import { WORK_MS } from '../../bench/work.ts'
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
  const send = async () => {
    const { delivery } = await newEvent(bench, { place, topic })
    await app.send(delivery)
  }
  await send()
  const first = await untilMoved(bench, app, new Map())
  await send()
  const second = await untilMoved(bench, app, first)
  const moves = movesBetween(first, second)
  if (moves.size === 0) return { app, place, topic, moves }
  await send()
  const third = await untilMoved(bench, app, second)
  const again = movesBetween(second, third)
  const steady = [...moves].filter(([at, by]) => again.get(at)?.eq(by) === true)
  return { app, place, topic, moves: new Map(steady) }
}

async function newEvent(bench: Bench, { place, topic }: Pick<Effect, 'place' | 'topic'>): Promise<MadeEvent> {
  return bench.event({ place, topic, order: await bench.placeOrder(place) })
}

export type Times = 'once' | 'never' | 'more'

export interface Counted {
  readonly times: Times
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
  return { times, evidence }
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

async function untilMoved(bench: Bench, app: AppInstance, before: StateNumbers): Promise<StateNumbers> {
  return poll(bench, app, (now) => movesBetween(before, now).size > 0 || now.size > before.size)
}

/** Each look reads all that the app has written. */
const LOOK_MS = 100

async function poll(
  { clock, sleep }: Bench,
  app: AppInstance,
  isDone: (now: StateNumbers) => boolean,
): Promise<StateNumbers> {
  const endAt = clock() + WORK_MS
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
