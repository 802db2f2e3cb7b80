/** What can be made to go wrong on purpose. The four numbers are answers; the others happen to a request that is otherwise done as always. */
export const faultKinds = [
  '429',
  '402',
  '500',
  '503',
  'slow',
  'reset',
  'drop-exchange-answer',
  'skip-subscription',
] as const

export const faultMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly id: number
  readonly kind: FaultKind
  readonly path: string | null
  readonly method: string | null
  readonly appKey: string | null
  readonly retryAfter: string | null
  readonly delayMs: number | null
  /** How many requests it will still meet; null for all until it is cleared. */
  readonly remaining: number | null
  /** How many it has met. */
  readonly hits: number
  /** ISO-8601 UTC on the emulator's clock. */
  readonly setAt: string
}
