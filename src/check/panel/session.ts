import type { Browser, Page } from '../bench/browser.ts'
import type { Cookie } from '../bench/cookie-jar.ts'
import { onceARun } from '../bench/once-a-run.ts'
import type { Place } from '../bench/place.ts'
import { CannotJudge } from '../check.ts'
import { panelsOfStores } from '../stores/installed-stores.ts'
import { openGenuine, panelFacts, type Opening } from './panel.ts'

/** Panels of two stores, each opened in a browser of its own, as they are before a check does something with them. */
export interface TwoPanels {
  readonly one: PanelOf
  readonly other: PanelOf
}

export interface PanelOf {
  readonly place: Place
  readonly opening: Opening
  /** The cookies of its session. */
  readonly cookies: readonly Cookie[]
}

/** Throws `CannotJudge` for a panel that has no session of its own, because its script sends the token each time. */
export const twoPanels = onceARun(async (bench): Promise<TwoPanels> => {
  const { app, second, third } = await panelsOfStores(bench)
  const { sessionKinds } = await panelFacts(bench)
  if (sessionKinds.length === 0) throw new CannotJudge('the panel sets no cookie')
  const open = async (place: Place): Promise<PanelOf> => {
    const opening = await openGenuine(bench, place, { app })
    const cookies = opening.cookies.filter(({ kind }) => sessionKinds.includes(kind))
    return { place, opening, cookies }
  }
  const [one, other] = await Promise.all([open(second), open(third)])
  return { one, other }
})

/** Whether a page shows the panel of a store: by the store's name, or by looking like its panel. */
export function showsPanel(page: Page, look: string, { place, opening }: PanelOf): boolean {
  if (page.status === null || page.status >= 300) return false
  return page.text.includes(place.store.name) || (look === opening.look && !opening.shown.includes(place.store.name))
}

/** Opens an address with exactly these cookies and no others. */
export function withCookies(
  browser: Browser,
  url: URL,
  cookies: readonly Pick<Cookie, 'name' | 'value'>[],
): Promise<Page> {
  const value = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
  return browser.open(url, value === '' ? {} : { headers: [['Cookie', value]] })
}

/** Where a panel ended, without a token in it. */
export function pageUrl({ page }: Opening): URL {
  const url = new URL(page.url)
  url.searchParams.delete('embed_token')
  return url
}

/** The same text as it would be for another install: its ids in place of these. Null where none of them stands in it. */
export function asIfOf(text: string, from: Place, to: Place): string | null {
  const ids = new Map([
    [String(from.store.id), String(to.store.id)],
    [String(from.region.id), String(to.region.id)],
    [from.store.code, to.store.code],
  ])
  let isChanged = false
  const changed = text.replaceAll(/[a-z0-9-]+/gi, (word) => {
    const other = ids.get(word)
    if (other === undefined || other === word) return word
    isChanged = true
    return other
  })
  // Ids within longer words: panel_1001_7.
  const inside = (isChanged ? changed : text).replaceAll(/(?<=_)\d+|\b\d+(?=_)/g, (word) => {
    const other = ids.get(word)
    if (other === undefined || other === word) return word
    isChanged = true
    return other
  })
  return isChanged ? inside : null
}
