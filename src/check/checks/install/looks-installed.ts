import type { Store } from '../../../control/contract.ts'
import type { Bench } from '../../bench/bench.ts'
import type { Page } from '../../bench/browser.ts'
import { onceARun } from '../../bench/once-a-run.ts'
import type { Place } from '../../bench/place.ts'
import { wordsOf } from '../../panel/words.ts'

/** The page after an install that ended well, and the app's page for everybody. */
const ends = onceARun(async (bench) => {
  const { trip } = await bench.firstInstall()
  const root = await bench.app.browser().open(bench.appUrl)
  return { success: trip.page, root }
})

/** Whether a page says what the one after an install that ended well says, whatever the names of the stores are; a page that says nothing is none. */
export async function looksInstalled(bench: Bench, page: Page): Promise<boolean> {
  const { success, root } = await ends(bench)
  const [said, known] = [wordsOf(page.text), wordsOf(success.text)]
  // Both lead away: what is said there is not the app's, but its panel is where one goes who has it.
  if (said.size === 0) return known.size === 0 && isSameWay(page, success)
  const forAll = wordsOf(root.text)
  return [...said].every((word) => known.has(word)) && [...said].some((word) => !forAll.has(word))
}

/** Whether an install in this store ended as the first one did, the names of stores left out. */
export async function endsWell(bench: Bench, page: Page, { store }: Place): Promise<boolean> {
  const { success } = await ends(bench)
  const { place } = await bench.firstInstall()
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
