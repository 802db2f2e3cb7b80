import type { PlacedOrder } from '../../control/contract.ts'
import type { AppInstance } from './app-instance.ts'
import type { ApiCall, Calls } from './calls.ts'

/** Whether a call is about an order: its id stands in the path or in the body. */
export function isAbout(order: Pick<PlacedOrder, 'id'>): (call: ApiCall) => boolean {
  const named = new RegExp(`(?<![\\d.])${order.id}(?!\\d)`)
  return ({ path, body }) => named.test(path) || named.test(body.toString('latin1'))
}

/** How long work that is done after the answer is waited for, in ms. */
export const WORK_MS = 4500

/** The first call about an order that the platform itself has answered; null when none comes in time. */
export function untilDone(
  { calls }: { readonly calls: Calls },
  order: Pick<PlacedOrder, 'id'>,
  timeoutMs = WORK_MS,
): Promise<ApiCall | null> {
  const meant = isAbout(order)
  return calls.wait((call) => meant(call) && !call.faulty, timeoutMs)
}

/** The calls about an order so far. */
export function callsAbout({ calls }: AppInstance, order: Pick<PlacedOrder, 'id'>): readonly ApiCall[] {
  return calls.list().filter(isAbout(order))
}
