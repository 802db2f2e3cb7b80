import type { SetCookie } from '../../../http/set-cookie.ts'
import { sendEvent } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import type { Page } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { onceFor } from '../../harness/once-for.ts'
import { lookUntil } from '../../harness/work.ts'
import { inDetail, looksAlike } from '../../panel/look.ts'
import { openGenuine, panelFacts, type PanelOpening } from '../../panel/panel.ts'
import { panelsOfStores, type InstalledStores } from '../../stores/installed-stores.ts'

/** The panels of two stores, each opened in a separate browser, before a check changes anything. */
export interface TwoPanels {
  readonly one: PanelOf
  readonly other: PanelOf
  /** Returns true if a page is the one panel, and not the other. Null if they look the same. */
  readonly isOf: ((page: Page, panel: PanelOf) => boolean) | null
}

export interface PanelOf {
  readonly place: InstallPlace
  readonly opening: PanelOpening
  /** Cookies of its session. */
  readonly cookies: readonly SetCookie[]
}

/** Throws `CannotJudge` for a panel without a session, because its script sends the token each time. */
export const twoPanels = onceFor(async (harness: Harness): Promise<TwoPanels> => {
  const { app, second, third } = await panelsOfStores(harness)
  const { sessionKinds } = await panelFacts(harness)
  if (sessionKinds.length === 0) throw new CannotJudge('the panel sets no cookie')
  const open = async (place: InstallPlace): Promise<PanelOf> => {
    const opening = await openGenuine(harness, place, { app })
    const cookies = opening.cookies.filter(({ kind }) => sessionKinds.includes(kind))
    return { place, opening, cookies }
  }
  const [one, other] = await Promise.all([open(second), open(third)])
  if (isNamed(one) && isNamed(other)) return { one, other, isOf: (page, panel) => isNamed(panel, page) }
  return untilDifferent(harness, app, { one, other, open })
})

/** Returns the panels and what distinguishes them. Throws `CannotJudge` if nothing does. */
export function apart(panels: TwoPanels): TwoPanels & { readonly isOf: NonNullable<TwoPanels['isOf']> } {
  const { isOf } = panels
  if (isOf === null) throw new CannotJudge('the panels of two stores look the same')
  return { ...panels, isOf: (page, panel) => isGood(page) && isOf(page, panel) }
}

/** Returns true if a page is an open panel of any store: it contains a store's name, or looks like this panel. */
export function showsPanel(page: Page, panel: PanelOf, { first, second, third }: InstalledStores): boolean {
  if (!isGood(page)) return false
  const isSomebodys = [first, second, third].some(({ store }) => page.text.includes(store.name))
  return isSomebodys || (!isNamed(panel) && looksAlike(page.text) === panel.opening.look)
}

function isGood({ status }: Page): boolean {
  return status !== null && status < 300
}

/** Returns true if the page contains the name of its store. */
function isNamed({ place, opening }: PanelOf, { text } = opening.page): boolean {
  return text.includes(place.store.name)
}

interface PanelPair {
  readonly one: PanelOf
  readonly other: PanelOf
  readonly open: (place: InstallPlace) => Promise<PanelOf>
}

/** Pays orders in one of the stores, so that panels that show the number of orders differ. */
async function untilDifferent(harness: Harness, app: AppInstance, { one, other, open }: PanelPair): Promise<TwoPanels> {
  const isSame = (panel: PanelOf) => inDetail(panel.opening.page.text) === inDetail(one.opening.page.text)
  let latest = other
  if (isSame(other) && harness.config.webhooks.topics.length > 0) {
    for (const _order of ['first', 'second']) await sendEvent(harness, app, other.place)
    latest = await lookUntil(harness, app, { look: () => open(other.place), isDone: (panel) => !isSame(panel) })
  }
  const again = await open(other.place)
  const texts = [one, latest, again].map(({ opening }) => opening.page.text)
  const telling = [looksAlike, inDetail].find((part) => {
    const [ofOne, ofOther, ofAgain] = texts.map(part)
    return ofOne !== ofOther && ofOther === ofAgain
  })
  const isOf: TwoPanels['isOf'] =
    telling === undefined ? null : (page, panel) => telling(page.text) === telling(panel.opening.page.text)
  return { one, other: again, isOf }
}

/**
 * Returns the text for another install, with every id that is a separate word replaced:
 * `panel_1001_7`, `1001-7`. Null if the text contains none of them.
 */
export function asIfOf(text: string, from: InstallPlace, to: InstallPlace): string | null {
  const ids = new Map([
    [String(from.store.id), String(to.store.id)],
    [String(from.region.id), String(to.region.id)],
  ])
  const changed = text
    .replaceAll(from.store.code, to.store.code)
    .replaceAll(/(?<![a-z0-9])\d+(?![a-z0-9])/gi, (number) => ids.get(number) ?? number)
  return changed === text ? null : changed
}
