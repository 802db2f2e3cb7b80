import type { Page } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { inDetail } from '../../panel/look.ts'
import { pageUrl, withCookies } from '../../panel/pages.ts'
import { ownPaths } from '../../panel/probe.ts'
import { readScripts } from '../../panel/scripts.ts'
import type { PanelSeen } from '../../panel/visit.ts'
import { installedStores } from '../../stores/installed-stores.ts'
import { twoPanels } from './two-panels.ts'

/** A page behind the panel that shows data of its own store only. */
export interface InnerPage {
  readonly url: URL
  /** The page in the session of the first of two panels. */
  readonly own: Page
}

/** Maximum number of URLs to try. */
const MOST = 12

/** URLs with side effects, which a check must not open. */
const acts = /log-?out|sign-?out|uninstall|remove|delete|disconnect/i

/** Returns the pages behind the first of two panels, from its links or scripts, that look different in the other panel's session. */
export const innerPages = onceFor(async (harness: Harness): Promise<readonly InnerPage[]> => {
  const { one, other } = await twoPanels(harness)
  const { app } = await installedStores(harness)
  const addresses = await addressesIn(one.opening)
  const pages = await Promise.all(
    addresses.map(async (url) => {
      const [own, others] = await Promise.all(
        [one, other].map(({ cookies }) => withCookies(app.browser(), url, cookies)),
      )
      if (own?.status !== 200) return []
      const isOwn = own.text.includes(one.place.store.name) || inDetail(own.text) !== inDetail(others?.text ?? '')
      return isOwn ? [{ url, own }] : []
    }),
  )
  return pages.flat()
})

/** Returns the app's own URLs in the links and scripts of a panel. */
export async function addressesIn(panel: PanelSeen): Promise<readonly URL[]> {
  const { text, url } = panel.page
  const links = [...text.matchAll(/<(?:a|iframe|frame)\b[^>]*?\b(?:href|src)\s*=\s*["']?([^"'\s>]+)/gi)].flatMap(
    ([, address = '']) => URL.parse(address.replaceAll('&amp;', '&'), url.href) ?? [],
  )
  const asked = (await readScripts(panel)).flatMap((script) => ownPaths(script, url).map((path) => new URL(path, url)))
  const own = [...links, ...asked].filter(({ origin, pathname }) => origin === url.origin && !acts.test(pathname))
  const seen = new Map(own.map((one) => [one.href.replace(/#.*$/, ''), one]))
  seen.delete(pageUrl(panel.page).href)
  return [...seen.values()].slice(0, MOST)
}
