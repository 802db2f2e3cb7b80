import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { Page } from '../../harness/browser.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { pageUrl, withCookies } from '../../panel/pages.ts'
import { regionNames, storeNames } from '../../panel/store-names.ts'
import { installedStores } from '../../stores/installed-stores.ts'
import { innerPages } from './inner-pages.ts'
import { apart, asIfOf, twoPanels, type TwoPanels } from './two-panels.ts'

export const otherStore: Check = {
  id: 'session.other-store',
  title: "One store's session does not open another store",
  rules: ['EMB-065', 'EMB-097'],
  needs: ['session.without'],
  unless: ['install.stores', 'embed.identity'],
  run: async (harness) => {
    const { one, other, isOf } = apart(await twoPanels(harness))
    const { app } = await installedStores(harness)
    const browser = app.browser()
    const own = pageUrl(one.opening.page)
    const renamed = one.cookies.map((cookie) => ({
      ...cookie,
      name: asIfOf(cookie.name, one.place, other.place) ?? cookie.name,
    }))
    const pages = [
      await withCookies(browser, pageUrl(other.opening.page), one.cookies),
      await withCookies(browser, pageUrl(other.opening.page), renamed),
      await withCookies(browser, named(own, other.place.store.id, other.place.region.id), one.cookies),
    ]
    const page = pages.find((seen) => isOf(seen, other)) ?? (await innerPageOf(harness, { one, other }))
    if (page === undefined) return []
    return error({
      title: "One store's session shows the panel of another store",
      why: 'A manager of any store can change a number in the URL and see the orders and customers of another store.',
      remedy: 'Take the store and region from the signed session only, and reject a URL with another store.',
      evidence: [pageEvidence(page)],
    })
  },
}

/** Returns a page behind one store's panel that shows the other store, under its own URL or with another store's session. */
async function innerPageOf(
  harness: Harness,
  { one, other }: Pick<TwoPanels, 'one' | 'other'>,
): Promise<Page | undefined> {
  const [{ app }, inner] = await Promise.all([installedStores(harness), innerPages(harness)])
  const tries = await Promise.all(
    inner.flatMap(({ url }) => [
      withCookies(app.browser(), named(url, other.place.store.id, other.place.region.id), one.cookies).then((page) => ({
        page,
        theirs: other,
      })),
      withCookies(app.browser(), url, other.cookies).then((page) => ({ page, theirs: one })),
    ]),
  )
  return tries.find(({ page, theirs }) => page.status === 200 && page.text.includes(theirs.place.store.name))?.page
}

/** Returns the URL of one store, with the other store in its query under the usual names. */
function named(url: URL, storeId: number, regionId: number): URL {
  const changed = new URL(url)
  for (const name of storeNames) changed.searchParams.set(name, String(storeId))
  for (const name of regionNames) changed.searchParams.set(name, String(regionId))
  return changed
}
