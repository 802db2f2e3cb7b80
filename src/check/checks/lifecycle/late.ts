import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { uninstalled } from '../../stores/uninstalled.ts'

export const late: Check = {
  id: 'lifecycle.late',
  title: 'An uninstall event that arrives late does not remove the newer install',
  rules: [],
  needs: ['lifecycle.reinstall'],
  run: async (harness) => {
    const { late: panel } = await uninstalled(harness)
    if (panel === null) throw new CannotJudge('the panel does not open after a reinstall')
    if (panel.isOpen) return []
    return warning({
      title: 'An uninstall event that arrives after a reinstall removes the new install',
      why: 'The platform retries a failed delivery for hours, and the store may reinstall the app meanwhile. The app then deletes a valid token, and the owner does not notice. (Advice from svcapp.)',
      remedy:
        'Before you delete a token that may be newer than the event, test it: GET /context returns 401 for a revoked token.',
      evidence: [pageEvidence(panel.page, panel.shown)],
    })
  },
}
