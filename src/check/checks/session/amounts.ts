import { apiFixture } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Finding } from '../../check.ts'
import type { Harness } from '../../harness/harness.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { readPanelText, plainText, withQuery } from '../../panel/panel-text.ts'
import { regionNames, storeNames } from '../../panel/store-names.ts'
import { visitPanel } from '../../panel/visit.ts'
import { amountsIn, NO_AMOUNTS, type Amount } from '../money/amounts.ts'
import { takenRegions, type PaidRegion } from '../money/fixture.ts'
import { addressesIn } from './inner-pages.ts'

/** A panel that shows no store name reveals the store and region through the amounts that were paid there. */
export const amounts: Check = {
  id: 'session.amounts',
  title: 'The panel of one store or region does not show the amounts of other stores or regions',
  rules: ['EMB-065', 'EMB-097', 'PIN-014'],
  needs: ['embed.opens', 'answer.order'],
  unless: [
    'install.stores',
    'install.regions',
    'session.other-store',
    'embed.identity',
    'embed.other-store',
    'embed.other-region',
  ],
  run: async (harness) => {
    const paid = (await takenRegions(harness)).filter((region) => region !== null)
    const shown = paid.map(({ panel }) => telling(panel))
    if (shown.every(({ length }) => length === 0)) throw new CannotJudge(NO_AMOUNTS)
    const strangers = telling(await strangersPanel(harness, paid))
    const leaked = strangers.find((written) => shown.flat().includes(written))
    // Showing amounts to another store is the worse fault of the two, and they show in the other region as well.
    if (leaked !== undefined) return [found("The panel of one store shows another store's amounts", leaked)]
    const [ofHome = [], ofOther = []] = shown
    const isApart = paid[0]?.place.installRegionId !== null
    const shared = isApart ? ofHome.find((written) => ofOther.includes(written)) : undefined
    return shared === undefined ? [] : [found("The panel of one region shows another region's amounts", shared)]
  },
}

function found(title: string, written: string): Finding {
  return {
    severity: 'error',
    title,
    why: 'An owner sees the sales of other stores or regions, possibly by changing a number in the URL.',
    remedy:
      'Filter all panel data by the store and region of the session. A region in the URL must belong to that install.',
    evidence: [{ kind: 'page', page: 'the panel', shown: written }],
  }
}

/** More than any other check's order costs, so a larger amount on a page comes from the orders of this check. */
const LEAST = 100_000

/** Returns amounts with so many digits that no other text of a page equals one by chance. */
function telling(text: string): readonly string[] {
  return amountsIn(text)
    .filter(isTelling)
    .map(({ value }) => value.toFixed(2))
}

function isTelling({ written, value }: Amount): boolean {
  return /[.,]\d{2}$/.test(written) && value.gte(LEAST) && !value.round(0).eq(value)
}

/** Returns the panel of a store without paid orders, and the responses to its links and scripts, also with the other stores in the URL. */
async function strangersPanel(harness: Harness, paid: readonly PaidRegion[]): Promise<string> {
  const { app, idle } = await apiFixture(harness)
  const [stranger] = idle
  const named = paid.flatMap(({ place: { store, region } }) => {
    const ofRegion = Object.fromEntries(regionNames.map((name) => [name, String(region.id)]))
    const ofStore = Object.fromEntries(storeNames.map((name) => [name, String(store.id)]))
    return [ofRegion, { ...ofStore, ...ofRegion }]
  })
  const panel = await readPanelText(harness, { app, place: stranger.place, queries: [{}, ...named] })
  const seen = await visitPanel(harness, { app, token: genuineToken(harness, stranger.place) })
  const inner = (await addressesIn(seen)).flatMap((url) => named.map((query) => withQuery(url, query)))
  const pages = await Promise.all(inner.map((url) => seen.browser.open(url)))
  return [panel, ...pages.map(({ text }) => plainText(text))].join('\n')
}
