/**
 * Faults for the app's calls. The four numbers are response statuses. The others affect a request
 * that is otherwise executed as usual, `partial` only some of its rows.
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

/** Faults for deliveries to the app. */
export const deliveryFaultKinds = [
  'late',
  'duplicate',
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

/** State of a fault by the emulator's clock: before its start, between start and end, or after its end. */
export type FaultState = 'scheduled' | 'active' | 'expired'

export interface Fault {
  readonly id: number
  readonly kind: FaultKind
  readonly path: string | null
  readonly method: string | null
  /** Topic of the affected deliveries, or null if the fault does not filter by topic. */
  readonly topic: string | null
  readonly appKey: string | null
  readonly retryAfter: string | null
  readonly delayMs: number | null
  /** Upper limit of a random delay in ms, of which `delayMs` is the lower limit. Null for a fixed delay. */
  readonly delayMaxMs: number | null
  /** Probability in percent that a matching request or delivery is affected, or null for always. */
  readonly percent: number | null
  /** Random seed of probability and delays. */
  readonly seed: number
  /** Number of consecutive requests or deliveries affected per hit. */
  readonly inARow: number
  /** URL that receives deliveries with a wrong signature or a truncated body, or null for the app's webhook_url. */
  readonly to: string | null
  /** Number of requests or deliveries still to be affected, or null for all until the fault is cleared. */
  readonly remaining: number | null
  /** Number of matching requests or deliveries while the fault was active. */
  readonly matched: number
  /** Number of requests or deliveries the fault has affected. */
  readonly hits: number
  /** Time at which the fault was set, ISO-8601 UTC on the emulator's clock. */
  readonly setAt: string
  readonly startsAt: string
  /** End of the fault, or null if it has no end. */
  readonly endsAt: string | null
  /** State at the time of the emulator's response. */
  readonly state: FaultState
}
