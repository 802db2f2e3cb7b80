import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const apart: Check = {
  id: 'lifecycle.apart',
  title: 'An uninstall does not remove other installs',
  rules: ['INST-065'],
  needs: ['lifecycle.taken'],
  run: async (harness) => {
    const { others } = await uninstalled(harness)
    const ended = [others.second, others.third].find(({ isOpen }) => !isOpen)
    const lost = ended ?? (others.region?.isOpen === false ? others.region : undefined)
    if (lost === undefined) return []
    return error({
      title:
        ended === undefined
          ? 'An uninstall from one region removes the install of another region'
          : 'An uninstall from one store removes the install of another store',
      why: 'An uninstall does not revoke other tokens. The other installs still work, but the app has deleted them.',
      remedy:
        "Remove exactly the install of the event's storeId and regionId, or the store-wide install if regionId is null.",
      evidence: [pageEvidence(lost.page, lost.shown)],
    })
  },
}
