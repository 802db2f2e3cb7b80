import type { PlacedOrder } from '../../control/contract.ts'
import type { ApiCall, Calls } from './calls.ts'

/** Whether a call is about an order: its id stands in the path or in the body. */
export function isAbout(order: Pick<PlacedOrder, 'id'>): (call: ApiCall) => boolean {
  const named = new RegExp(`(?<![\\d.])${order.id}(?!\\d)`)
  return ({ path, body }) => named.test(path) || named.test(body.toString('latin1'))
}

/** How long work that is done after the answer is waited for, in ms. */
export const WORK_MS = 4500

/** The first call that is meant and that the platform itself has answered; null when none comes in time. */
export function untilDone(
  { calls }: { readonly calls: Calls },
  isMeant: (call: ApiCall) => boolean,
  timeoutMs = WORK_MS,
): Promise<ApiCall | null> {
  return calls.wait((call) => isMeant(call) && !call.faulty, timeoutMs)
}
