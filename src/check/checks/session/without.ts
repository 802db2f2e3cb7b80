import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { pageUrl, showsPanel, twoPanels, withCookies } from '../../panel/session.ts'
import { seenOn } from '../../panel/visit.ts'
import { installedStores } from '../../stores/installed-stores.ts'

export const without: Check = {
  id: 'session.without',
  title: 'Without a session the pages of the panel show nothing',
  rules: ['EMB-057', 'EMB-108'],
  needs: ['embed.missing'],
  run: async (bench) => {
    const { one } = await twoPanels(bench)
    const { app } = await installedStores(bench)
    const browser = app.browser()
    const page = await withCookies(browser, pageUrl(one.opening), [])
    if (!showsPanel(page, seenOn(page, browser).look, one)) return []
    return [
      {
        severity: 'error',
        title: 'The pages of the panel open without a session',
        why: 'Whoever knows or guesses the address sees the store.',
        remedy: 'Ask each page of the panel for the signed session, and show nothing of a store without it.',
        evidence: [pageEvidence(page, page.text)],
      },
    ]
  },
}
