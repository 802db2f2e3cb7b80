import type { FaultKind } from '../../control/fault.ts'

/** How long the kinds hold back that do, in ms, where nothing else is said. */
export const usualDelayMs: Readonly<Partial<Record<FaultKind, number>>> = {
  slow: 5000,
  late: 5000,
  'out-of-order': 5000,
  burst: 2000,
}
