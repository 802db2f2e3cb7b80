import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { approve, begin, comeBack } from '../../stores/spare-place.ts'

export const secondStart: Check = {
  id: 'install.second-start',
  title: 'An install that was begun twice can be ended',
  rules: ['INST-001'],
  needs: ['install.works'],
  run: async (bench) => {
    const browser = bench.app.browser()
    await begin(bench, browser)
    const { authorizeUrl } = await begin(bench, browser)
    const { page, exchanges } = await comeBack(bench, browser, await approve(bench, browser, { authorizeUrl }))
    if (exchanges > 0) return []
    return [
      {
        severity: 'error',
        title: 'After a second start in the same browser the install does not work',
        why: 'Whoever clicks twice, or comes back a day later, cannot install the app.',
        remedy: 'Let each start have a state and a cookie of its own.',
        evidence: [pageEvidence(page, page.text)],
      },
    ]
  },
}
