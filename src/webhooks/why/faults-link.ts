import type { WhyFacts } from './facts.ts'

/** The link that is there only where faults are set. */
export const FAULTS = 'faults'

/** No broken link: what is set on purpose may be what its owner looks at. */
export function faultsLink({ faults }: Pick<WhyFacts, 'faults'>) {
  return {
    name: FAULTS,
    state: 'unknown',
    found: `faults are set on purpose and look like failures: ${faults.join(', ')}`,
    remedy: 'To remove them, run `app emulator fault clear`.',
  } as const
}
