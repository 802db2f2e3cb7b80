import { pageEvidence } from '../../bench/evidence.ts'
import type { Check } from '../../check.ts'
import { asIfOf, pageUrl, showsPanel, twoPanels, withCookies } from '../../panel/session.ts'
import { seenOn } from '../../panel/visit.ts'
import { installedStores } from '../../stores/installed-stores.ts'

export const otherStore: Check = {
  id: 'session.other-store',
  title: "One store's session opens no other store",
  rules: ['EMB-065', 'EMB-097'],
  needs: ['session.without'],
  run: async (bench) => {
    const { one, other } = await twoPanels(bench)
    const { app } = await installedStores(bench)
    const browser = app.browser()
    const own = pageUrl(one.opening)
    const renamed = one.cookies.map((cookie) => ({
      ...cookie,
      name: asIfOf(cookie.name, one.place, other.place) ?? cookie.name,
    }))
    const pages = [
      await withCookies(browser, pageUrl(other.opening), one.cookies),
      await withCookies(browser, pageUrl(other.opening), renamed),
      await withCookies(browser, named(own, other.place.store.id, other.place.region.id), one.cookies),
    ]
    const page = pages.find((seen) => showsPanel(seen, seenOn(seen, browser).look, other))
    if (page === undefined) return []
    return [
      {
        severity: 'error',
        title: "One store's session shows the panel of another store",
        why: 'A manager of any store changes a number in the address, and sees the orders and customers of a stranger.',
        remedy: 'Take store and region from the signed session alone; refuse an address that names others.',
        evidence: [pageEvidence(page, page.text)],
      },
    ]
  },
}

/** The address of one store, with the other named in its query in the usual ways. */
function named(url: URL, storeId: number, regionId: number): URL {
  const changed = new URL(url)
  for (const name of ['storeId', 'store_id', 'store', 'StoreId', 'shop', 'tenant'])
    changed.searchParams.set(name, String(storeId))
  for (const name of ['regionId', 'region_id', 'RegionId']) changed.searchParams.set(name, String(regionId))
  return changed
}
