/**
 * What goes wrong on purpose, as the control interface has it:
 *
 *   GET    /faults                                   {faults: Fault[]}
 *   POST   /faults                FaultInput         {fault: Fault}
 *   DELETE /faults, DELETE /faults/{id}              {cleared: number}
 *
 */

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

export type FaultKind = (typeof faultKinds)[number]

export interface FaultInput {
  readonly kind: FaultKind
  /** Paths that it meets, `*` for any run of characters; below `/api/apps/v1` unless it begins with `/api/`. Every path when left out. */
  readonly path?: string
  readonly method?: string
  /** How many requests it meets; null for all until it is cleared. 1 when left out. */
  readonly times?: number | null
  /** With 429 and 503: whole seconds, an HTTP date, or `date+30` for the date so many seconds after the answer. */
  readonly retryAfter?: string
  /** With slow: how long the answer is held back. */
  readonly delayMs?: number
  /** Only requests of this app. */
  readonly appKey?: string
}

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
