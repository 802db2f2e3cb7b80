import type { FaultKind } from '../../control/fault.ts'

/** The usual delay, in ms, of the kinds that hold something back. */
export const usualDelayMs: Readonly<Partial<Record<FaultKind, number>>> = {
  slow: 5000,
  late: 5000,
  'out-of-order': 5000,
  burst: 2000,
}
