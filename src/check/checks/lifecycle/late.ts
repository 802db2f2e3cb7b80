import { pageEvidence } from '../../bench/evidence.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const late: Check = {
  id: 'lifecycle.late',
  title: 'An uninstall that is told late does not end the install that came after it',
  rules: [],
  needs: ['lifecycle.reinstall'],
  run: async (bench) => {
    const { late: panel } = await uninstalled(bench)
    if (panel === null) throw new CannotJudge('the panel does not open after a reinstall')
    if (panel.isOpen) return []
    return [
      {
        severity: 'warning',
        title: 'An uninstall that is told after a reinstall ends the new install',
        why: 'A delivery that failed is sent again for hours, and the store may have come back meanwhile: the app forgets a token that lives, and nothing tells the owner. (Advice of svcapp.)',
        remedy:
          'Before you forget a token that is younger than the event may be, ask with it: GET /context answers 401 when it is dead.',
        evidence: [pageEvidence(panel.page, panel.shown)],
      },
    ]
  },
}
