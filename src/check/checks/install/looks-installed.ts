import type { Store } from '../../../control/contract.ts'
import type { Page } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { onceFor } from '../../harness/once-for.ts'
import { wordsOf } from '../../panel/words.ts'

/** Returns the page after a successful install, and the app's public page. */
const ends = onceFor(async (harness: Harness) => {
  const { trip } = await harness.firstInstall()
  const root = await harness.app.browser().open(harness.appUrl)
  return { success: trip.page, root }
})

/** Returns true if a page has the same text as the one after a successful install, apart from store names. False for a page without text. */
export async function looksInstalled(harness: Harness, page: Page): Promise<boolean> {
  const { success, root } = await ends(harness)
  const [said, known] = [wordsOf(page.text), wordsOf(success.text)]
  // Both redirect: their text is not the app's, but only an installed store is sent to its panel.
  if (said.size === 0) return known.size === 0 && isSameWay(page, success)
  const forAll = wordsOf(root.text)
  return [...said].every((word) => known.has(word)) && [...said].some((word) => !forAll.has(word))
}

/** Returns true if an install in this store ended as the first one did, apart from store names. */
export async function endsWell(harness: Harness, page: Page, { store }: InstallPlace): Promise<boolean> {
  const { success } = await ends(harness)
  const { place } = await harness.firstInstall()
  const [said, known] = [wordsBut(page, store), wordsBut(success, place.store)]
  if (page.status !== success.status || said.size !== known.size) return false
  return said.size === 0 ? isSameWay(page, success) : [...said].every((word) => known.has(word))
}

function wordsBut({ text }: Page, { name, code, domain }: Store): ReadonlySet<string> {
  return wordsOf([name, domain, code].reduce((left, known) => left.replaceAll(known, ' '), text))
}

function isSameWay(one: Page, other: Page): boolean {
  return (
    one.leftTo?.pathname === other.leftTo?.pathname && (one.leftTo !== null || one.url.pathname === other.url.pathname)
  )
}
