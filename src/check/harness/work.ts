import type { PlacedOrder } from '../../control/contract.ts'
import type { ApiCall, Calls } from './calls.ts'

/** Returns a test for calls about an order, whose id is in the path or in the body. */
export function isAbout(order: Pick<PlacedOrder, 'id'>): (call: ApiCall) => boolean {
  // Not as part of a name or another number, nor as the whole part of an amount.
  const named = new RegExp(`(?<![a-z\\d.])${order.id}(?![a-z\\d]|\\.\\d)`, 'i')
  return ({ path, body }) => named.test(path) || named.test(body.toString('latin1'))
}

interface Machine {
  readonly busyness: () => number
}

/** Returns how many times longer than on an idle machine a computation may take. */
export function slowness({ busyness }: Machine): number {
  return Math.max(1, busyness())
}

/** Minimum load at which the machine can be the reason for a late response. */
export const BUSY = 1.5

/** Time for work after a response on an idle machine, in ms (CHECK.md: at least 4 s). */
export const WORK_MS = 4500

/** Share of that time that an app computes. For the rest it waits for a timer, which a busy machine does not make longer. */
const COMPUTED = 0.25

/** Returns the time in ms on this machine for work that takes `ms` on an idle one. */
export function workMs(machine: Machine, ms = WORK_MS): number {
  return ms * (1 + COMPUTED * (slowness(machine) - 1))
}

export interface Waiting extends Machine {
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** An app that is expected to do something. */
export interface Worker {
  /** Resolves when the app had its turn for everything that reached it before. */
  readonly catchUp: () => Promise<void>
}

/** Interval of load measurements during a wait, in ms. */
const SLICE_MS = 250

/**
 * Gives an app time for work that takes at most `ms` on an idle machine: longer while this machine is busy,
 * and until the app itself has caught up. So late work is not considered missing. Ends early once `isOver`.
 */
export async function patience(
  harness: Waiting,
  app: Worker,
  ms: number = WORK_MS,
  isOver: () => boolean = () => false,
): Promise<void> {
  const startedAt = harness.clock()
  while (!isOver()) {
    const left = startedAt + workMs(harness, ms) - harness.clock()
    if (left <= 0) return app.catchUp()
    await harness.sleep(Math.min(left, SLICE_MS))
  }
}

/** Returns the first matching call, past or future; null if none arrives although the app had its time (`patience`). */
export async function untilCall(
  harness: Waiting,
  app: Worker & { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
  ms?: number,
): Promise<ApiCall | null> {
  let isFound = false
  const call = await app.calls.wait(
    isMeant,
    patience(harness, app, ms, () => isFound),
  )
  isFound = true
  return call
}

/** Returns the first matching call to which the platform itself responded; null if none arrives in time. */
export function untilDone(
  harness: Waiting,
  app: Worker & { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
): Promise<ApiCall | null> {
  return untilCall(harness, app, (call) => isMeant(call) && !call.faulty && call.status !== null)
}

/** Pause between the first two polls, in ms. */
const LOOK_MS = 100

/** Factor by which each pause grows, so that late work is soon found and the app hardly disturbed. */
const SLOWER = 1.3

/** Longest pause between two polls, in ms. Each poll may open the panel with another token, and one token a second stays available. */
const LONGEST_LOOK_MS = 1000

interface Look<T> {
  readonly look: () => Promise<T>
  readonly isDone: (seen: T) => boolean
  /** Time on an idle machine; by default, the time for all work of an event. */
  readonly ms?: number
}

/** Polls until `isDone`, or until the app had its time. The last poll comes after that. */
export async function lookUntil<T>(harness: Waiting, app: Worker, { look, isDone, ms }: Look<T>): Promise<T> {
  let isOver = false
  void patience(harness, app, ms, () => isOver).finally(() => void (isOver = true))
  for (let pauseMs = LOOK_MS; ; pauseMs = Math.min(pauseMs * SLOWER, LONGEST_LOOK_MS)) {
    const isLast = isOver
    const seen = await look()
    if (isDone(seen) || isLast) {
      isOver = true
      return seen
    }
    await harness.sleep(pauseMs)
  }
}
