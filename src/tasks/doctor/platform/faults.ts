import { faultLine } from '../../../views/emulator/faults.ts'
import { ok, skipped, warning, type Check } from '../check.ts'

/** Lists active faults, because it is easy to leave one active. */
export const faults: Check = {
  id: 'faults',
  group: 'platform',
  title: 'faults',
  run: async (facts) => {
    if (facts.targetName === 'live') return skipped('only for the emulator')
    const platform = await facts.platform()
    if (platform === null) return skipped('no emulator is running')
    const set = platform.status.faults
    if (set.length === 0) return ok('no faults')
    return warning(`faults are set: ${set.map((fault) => faultLine(fault)).join('; ')}`, {
      remedy: '`app emulator fault clear`',
      details: { faults: set },
    })
  },
}
