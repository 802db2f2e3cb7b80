/**
 * What can be made to go wrong with the app's calls. The four numbers are answers; the others happen to a request that is otherwise done as always, and `partial`
 * to some of its rows.
 */
export const callFaultKinds = [
  '429',
  '402',
  '500',
  '503',
  'slow',
  'reset',
  'partial',
  'drop-exchange-response',
  'skip-subscription',
] as const

/** What can be made to go wrong with deliveries to the app. */
export const deliveryFaultKinds = [
  'late',
  'doubled',
  'out-of-order',
  'burst',
  'signature-truncated',
  'signature-wrong',
  'truncated',
] as const

export const faultKinds = [...callFaultKinds, ...deliveryFaultKinds] as const

export const faultMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type CallFaultKind = (typeof callFaultKinds)[number]

export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number]

export type FaultKind = CallFaultKind | DeliveryFaultKind

export function isDeliveryFault(kind: FaultKind): kind is DeliveryFaultKind {
  return deliveryFaultKinds.some((one) => one === kind)
}

/** Where the emulator's clock is beside the time of a fault: before it begins, while it stands, after its end. */
export type FaultState = 'scheduled' | 'active' | 'expired'

export interface Fault {
  readonly id: number
  readonly kind: FaultKind
  readonly path: string | null
  readonly method: string | null
  /** Of the deliveries that it meets. */
  readonly topic: string | null
  readonly appKey: string | null
  readonly retryAfter: string | null
  readonly delayMs: number | null
  /** With it the delay is one between `delayMs` and this. */
  readonly delayMaxMs: number | null
  /** The chance with which it meets what fits; null for certain. */
  readonly percent: number | null
  /** What chance and delays are drawn from. */
  readonly seed: number
  /** How many it meets one after the other each time that chance chooses it. */
  readonly inARow: number
  /** Where a delivery with a wrong signature, or one that is cut off, goes; null for the app's webhook_url. */
  readonly to: string | null
  /** How many requests or deliveries it will still meet; null for all until it is cleared. */
  readonly remaining: number | null
  /** How many have fitted while it stood. */
  readonly matched: number
  /** How many it has met. */
  readonly hits: number
  /** ISO-8601 UTC on the emulator's clock. */
  readonly setAt: string
  readonly startsAt: string
  /** From then on it meets nothing more; null for one without an end. */
  readonly endsAt: string | null
  /** As it was when the emulator answered. */
  readonly state: FaultState
}
