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

/** How long to wait for work after the answer on an idle machine, and the longest additional wait, in ms. */
const WORK_MS = 4500
const MOST_BUSY = 2

/** How long to wait for work after the answer, in ms: longer on a busy machine, so that late work is not taken for lost work. */
export function workMs({ busyness }: Machine): number {
  return WORK_MS * Math.min(MOST_BUSY, Math.max(1, busyness()))
}

/** The first matching call that the platform itself has answered; null when none comes in time. */
export function untilDone(
  machine: Machine,
  { calls }: { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
): Promise<ApiCall | null> {
  return calls.wait((call) => isMeant(call) && !call.faulty && call.status !== null, workMs(machine))
}
