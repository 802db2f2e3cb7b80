import { pageEvidence } from '../../bench/evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const late: Check = {
  id: 'lifecycle.late',
  title: 'An uninstall event that arrives late does not end the install that came after it',
  rules: [],
  needs: ['lifecycle.reinstall'],
  run: async (bench) => {
    const { late: panel } = await uninstalled(bench)
    if (panel === null) throw new CannotJudge('the panel does not open after a reinstall')
    if (panel.isOpen) return []
    return warning({
      title: 'An uninstall event that arrives after a reinstall ends the new install',
      why: 'A failed delivery is sent again for hours, and the store may have reinstalled the app meanwhile: the app forgets a live token, and nothing tells the owner. (Advice from svcapp.)',
      remedy:
        'Before you forget a token that may be newer than the event, test it: GET /context answers 401 when the token is dead.',
      evidence: [pageEvidence(panel.page, panel.shown)],
    })
  },
}
