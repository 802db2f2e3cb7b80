import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const reinstall: Check = {
  id: 'lifecycle.reinstall',
  title: 'A store that reinstalls the app can use it as before',
  rules: ['TOK-014', 'EMB-099'],
  needs: ['lifecycle.taken'],
  unless: ['install.reinstall'],
  run: async (harness) => {
    const { again } = await uninstalled(harness)
    if (again.isOpen) return []
    return error({
      title: 'After an uninstall and a new install, the panel does not open',
      why: 'A store that reinstalls the app cannot use it, and its owner cannot fix the problem.',
      remedy: 'On a new exchange, reactivate the install of its store and region, whatever its earlier state.',
      evidence: [pageEvidence(again.page, again.shown)],
    })
  },
}
