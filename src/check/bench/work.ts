import type { PlacedOrder } from '../../control/contract.ts'
import type { ApiCall, Calls } from './calls.ts'

/** Whether a call is about an order: its id stands in the path or in the body. */
export function isAbout(order: Pick<PlacedOrder, 'id'>): (call: ApiCall) => boolean {
  // Neither a part of a name or of another number, nor the whole part of an amount.
  const named = new RegExp(`(?<![a-z\\d.])${order.id}(?![a-z\\d]|\\.\\d)`, 'i')
  return ({ path, body }) => named.test(path) || named.test(body.toString('latin1'))
}

interface Machine {
  readonly busyness: () => number
}

/** How long work that is done after the answer is waited for on a machine that does nothing else, and how much longer at most, in ms. */
const WORK_MS = 4500
const MOST_BUSY = 2

/** How long work that is done after the answer is waited for, in ms: the longer the busier the machine is, so that what is late is not taken for lost. */
export function workMs({ busyness }: Machine): number {
  return WORK_MS * Math.min(MOST_BUSY, Math.max(1, busyness()))
}

/** The first call that is meant and that the platform itself has answered; null when none comes in time. */
export function untilDone(
  machine: Machine,
  { calls }: { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
): Promise<ApiCall | null> {
  return calls.wait((call) => isMeant(call) && !call.faulty && call.status !== null, workMs(machine))
}
