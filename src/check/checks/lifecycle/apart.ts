import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const apart: Check = {
  id: 'lifecycle.apart',
  title: 'An uninstall does not end any other install',
  rules: ['INST-065'],
  needs: ['lifecycle.taken'],
  run: async (bench) => {
    const { others } = await uninstalled(bench)
    const ended = [others.second, others.third].find(({ isOpen }) => !isOpen)
    const lost = ended ?? (others.region?.isOpen === false ? others.region : undefined)
    if (lost === undefined) return []
    return error({
      title:
        ended === undefined
          ? 'An uninstall from one region ends the install of another region'
          : 'An uninstall from one store ends the install of another store',
      why: 'Removing one install does not affect the token of another: the other installs go on, but the app has forgotten them.',
      remedy:
        'End exactly the install of the storeId and regionId in the event; if regionId is null, the install for the whole store.',
      evidence: [pageEvidence(lost.page, lost.shown)],
    })
  },
}
