import type { StoreRegion } from '../../../control/contract.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { panelFacts } from '../../panel/panel.ts'

export const regions: Check = {
  id: 'embed.regions',
  title: 'The owner can choose the region in the panel of a store-wide install',
  rules: ['EMB-071'],
  needs: ['embed.opens'],
  run: async (harness) => {
    const place = await harness.installedPlace()
    // A token for one region leaves nothing to choose.
    if (place.installRegionId !== null) return []
    const others = place.store.regions.filter(({ id }) => id !== place.region.id)
    if (others.length === 0) throw new CannotJudge('the store has only one region')
    const { genuine, probe } = await panelFacts(harness)
    const { page } = genuine
    if (probe !== null || !/<(?:a|form|select|button)\b/i.test(page.text))
      throw new CannotJudge('a script builds the panel, and the check does not run scripts')
    const words = new Set(page.text.match(/[\p{L}\d-]+/gu))
    const isNamed = ({ id, code, countryCode }: StoreRegion) =>
      [String(id), code, countryCode].some((name) => words.has(name))
    if (others.every(isNamed)) return []
    return warning({
      title: 'The panel of a store-wide install offers no link to the other regions',
      why: 'With Scope "store", the token contains one region, but the install covers all regions. The other regions\' data cannot be reached.',
      remedy:
        'When Scope is "store", show a picker with the regions from the exchange response. When Scope is "region", show no picker.',
      evidence: [pageEvidence(page)],
    })
  },
}
