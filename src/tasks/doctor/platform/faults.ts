import { faultLine } from '../../../views/emulator/faults.ts'
import { ok, skipped, warning, type Check } from '../check.ts'

/** Faults that somebody set on purpose and may have forgotten. */
export const faults: Check = {
  id: 'faults',
  group: 'platform',
  title: 'faults',
  run: async (facts) => {
    if (facts.targetName === 'live') return skipped('only the emulator has them')
    const platform = await facts.platform()
    if (platform === null) return skipped('no emulator runs')
    const set = platform.status.faults
    if (set.length === 0) return ok('none are set')
    return warning(`set on purpose: ${set.map((fault) => faultLine(fault)).join('; ')}`, {
      remedy: '`app emulator fault clear`',
      details: { faults: set },
    })
  },
}
