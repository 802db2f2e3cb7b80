import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { Page } from '../../harness/browser.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { inDetail } from '../../panel/look.ts'
import { pageUrl, withCookies } from '../../panel/pages.ts'
import { installedStores } from '../../stores/installed-stores.ts'
import { innerPages } from './inner-pages.ts'
import { showsPanel, twoPanels } from './two-panels.ts'

export const without: Check = {
  id: 'session.without',
  title: "Without a session, the panel's pages show no store data",
  rules: ['EMB-057', 'EMB-108'],
  needs: ['embed.missing'],
  run: async (harness) => {
    const { one } = await twoPanels(harness)
    const stores = await installedStores(harness)
    const first = await withCookies(stores.app.browser(), pageUrl(one.opening.page), [])
    const page = showsPanel(first, one, stores) ? first : await openInner(harness)
    if (page === undefined) return []
    return error({
      title: "The panel's pages open without a session",
      why: "Anyone who knows or guesses the URL sees the store's data.",
      remedy: 'Require the signed session on each page of the panel. Without it, show no store data.',
      evidence: [pageEvidence(page)],
    })
  },
}

/** Returns a page behind the panel that shows the same without a session as with one. */
async function openInner(harness: Harness): Promise<Page | undefined> {
  const [{ app }, inner] = await Promise.all([installedStores(harness), innerPages(harness)])
  const tries = await Promise.all(
    inner.map(async ({ url, own }) => ({ own, page: await withCookies(app.browser(), url, []) })),
  )
  return tries.find(({ page, own }) => page.status === 200 && inDetail(page.text) === inDetail(own.text))?.page
}
