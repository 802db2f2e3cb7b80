import type { Check } from '../../check.ts'
import { mustRefuse } from './refused.ts'

/** Signed as it is, but not in Unix seconds. */
export const timestampText: Check = mustRefuse({
  id: 'timestamp-text',
  title: 'A timestamp that is no number is refused',
  accepted: 'A delivery with a timestamp that is no number is accepted',
  rules: ['HOOK-008', 'HOOK-015'],
  needs: ['signature.value', 'signature.window'],
  why: 'A comparison with what is no number is never true: code that refuses what is "too far away" lets it in, at any time and for ever.',
  remedy: 'Take digits alone, and ask the other way round: accept when the difference is at most 300 seconds.',
  make: async (bench) => {
    const place = await bench.installedPlace()
    const texts = ['now', 'NaN', '-', '1e400']
    return Promise.all(
      texts.map(async (timestamp) => ({
        what: `timestamp ${timestamp}`,
        delivery: (await bench.event({ place, timestamp })).delivery,
      })),
    )
  },
})
