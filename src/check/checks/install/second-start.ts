import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { approve, begin, comeBack } from '../../stores/spare-place.ts'

export const secondStart: Check = {
  id: 'install.second-start',
  title: 'An install that was started twice can be completed',
  rules: ['INST-001'],
  needs: ['install.works'],
  unless: ['install.state'],
  run: async (harness) => {
    const browser = harness.app.browser()
    await begin(harness, browser)
    const { authorizeUrl } = await begin(harness, browser)
    const { page, exchanges } = await comeBack(harness, browser, await approve(harness, browser, { authorizeUrl }))
    if (exchanges > 0) return []
    return error({
      title: 'An install that was started twice in the same browser does not work',
      why: 'An owner who clicks twice, or returns a day later, cannot install the app.',
      remedy: 'Give each start its own state and its own cookie.',
      evidence: [pageEvidence(page)],
    })
  },
}
