import type { FaultKind } from '../../control/fault.ts'

/** Default delay, in ms, of the kinds that delay something. */
export const usualDelayMs: Readonly<Partial<Record<FaultKind, number>>> = {
  slow: 5000,
  late: 5000,
  'out-of-order': 5000,
  burst: 2000,
}
