import type { Check } from '../../check.ts'
import { mustReject } from './rejected.ts'

/** Signed unchanged, but not in Unix seconds. */
export const timestampText: Check = mustReject({
  id: 'timestamp-text',
  title: 'A timestamp that is not a number is rejected',
  accepted: 'A delivery whose timestamp is not a number is accepted',
  rules: ['HOOK-008', 'HOOK-015'],
  needs: ['signature.value', 'signature.window'],
  why: 'A comparison with NaN is never true, so code that only rejects timestamps that are "too far away" accepts this delivery forever.',
  remedy:
    'Allow only digits, and reverse the condition: accept the delivery only if the difference is at most 300 seconds.',
  make: async (harness) => {
    const texts = ['now', 'NaN', '-', '1e400']
    return Promise.all(
      texts.map(async (timestamp) => ({
        what: `timestamp ${timestamp}`,
        delivery: (await harness.event({ timestamp })).delivery,
      })),
    )
  },
})
