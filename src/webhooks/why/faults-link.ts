import type { WhyFacts } from './facts.ts'

/** Link that exists only if faults are set. */
export const FAULTS = 'faults'

/** Not a broken link, because the user may be testing a fault that was set on purpose. */
export function faultsLink({ faults }: Pick<WhyFacts, 'faults'>) {
  return {
    name: FAULTS,
    state: 'unknown',
    found: `faults that look like failures are set: ${faults.join(', ')}`,
    remedy: 'To remove them, run `app emulator fault clear`.',
  } as const
}
