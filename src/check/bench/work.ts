import type { PlacedOrder } from '../../control/contract.ts'
import type { ApiCall, Calls } from './calls.ts'

/** Whether a call is about an order, whose id is then in the path or in the body. */
export function isAbout(order: Pick<PlacedOrder, 'id'>): (call: ApiCall) => boolean {
  // Not as a part of a name or of another number, nor as the whole part of an amount.
  const named = new RegExp(`(?<![a-z\\d.])${order.id}(?![a-z\\d]|\\.\\d)`, 'i')
  return ({ path, body }) => named.test(path) || named.test(body.toString('latin1'))
}

interface Machine {
  readonly busyness: () => number
}

/** How many times longer than on an idle machine a computation may take. */
export function slowness({ busyness }: Machine): number {
  return Math.max(1, busyness())
}

/** How busy a machine must be at least before it can be the reason of a late response. */
export const BUSY = 1.5

/** How long work after an answer may take on an idle machine, in ms (CHECK.md: at least 4 s). */
export const WORK_MS = 4500

/** The part of such a time that an app computes. For the rest it waits for a timer, which a busy machine does not make longer. */
const COMPUTED = 0.25

/** How long what takes `ms` on an idle machine may take on this one, in ms. */
export function workMs(machine: Machine, ms = WORK_MS): number {
  return ms * (1 + COMPUTED * (slowness(machine) - 1))
}

export interface Waiting extends Machine {
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** An app of which something is expected. */
export interface Worker {
  /** Resolves when the app has had its turn for everything that has reached it before. */
  readonly catchUp: () => Promise<void>
}

/** How often the load is measured during a wait, in ms. */
const SLICE_MS = 250

/**
 * Gives an app the time for what takes at most `ms` on an idle machine: longer on a busy one, as long as the load lasts, and until the app itself has caught up.
 * So what is late is not taken for missing. Ends early once `isOver`.
 */
export async function patience(
  bench: Waiting,
  app: Worker,
  ms: number = WORK_MS,
  isOver: () => boolean = () => false,
): Promise<void> {
  const startedAt = bench.clock()
  while (!isOver()) {
    const left = startedAt + workMs(bench, ms) - bench.clock()
    if (left <= 0) return app.catchUp()
    await bench.sleep(Math.min(left, SLICE_MS))
  }
}

/** The first matching call, past or future; null when none comes although the app had its time (`patience`). */
export async function untilCall(
  bench: Waiting,
  app: Worker & { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
  ms?: number,
): Promise<ApiCall | null> {
  let isFound = false
  const call = await app.calls.wait(
    isMeant,
    patience(bench, app, ms, () => isFound),
  )
  isFound = true
  return call
}

/** The first matching call that the platform itself has answered; null when none comes in time. */
export function untilDone(
  bench: Waiting,
  app: Worker & { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
): Promise<ApiCall | null> {
  return untilCall(bench, app, (call) => isMeant(call) && !call.faulty && call.status !== null)
}

/** The pause between the first two looks, in ms. */
const LOOK_MS = 100

/** By how much each pause is longer than the one before, so that what is late soon finds an app that is hardly disturbed. */
const SLOWER = 1.3

/** The longest pause between two looks, in ms. Each look may open the panel with another token, and a token a second stays available. */
const LONGEST_LOOK_MS = 1000

interface Look<T> {
  readonly look: () => Promise<T>
  readonly isDone: (seen: T) => boolean
  /** The time of an idle machine; that for all work of an event when left out. */
  readonly ms?: number
}

/** Looks until `isDone`, or until the app has had its time: the last look comes after that. */
export async function lookUntil<T>(bench: Waiting, app: Worker, { look, isDone, ms }: Look<T>): Promise<T> {
  let isOver = false
  void patience(bench, app, ms, () => isOver).finally(() => void (isOver = true))
  for (let pauseMs = LOOK_MS; ; pauseMs = Math.min(pauseMs * SLOWER, LONGEST_LOOK_MS)) {
    const isLast = isOver
    const seen = await look()
    if (isDone(seen) || isLast) {
      isOver = true
      return seen
    }
    await bench.sleep(pauseMs)
  }
}
