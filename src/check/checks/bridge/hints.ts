import type { Bench } from '../../bench/bench.ts'
import type { Page } from '../../bench/browser.ts'
import { pageEvidence } from '../../bench/evidence.ts'
import { CannotJudge, type Check, type Finding } from '../../check.ts'
import { openGenuine } from '../../panel/panel.ts'
import { isShown, orderSlotWay, type SlotWay } from './slot-data.ts'

const needs = ['embed.opens']

export const hints: Check = {
  id: 'bridge.hints',
  title: 'The hints of service:init open nothing by themselves',
  rules: ['BRIDGE-022', 'EMB-119'],
  needs,
  run: async (bench) => {
    const way = await wayOf(bench)
    const page = await bench.app.browser().open(new URL(way.path(way.hint), bench.appUrl))
    return shown(way, page, {
      title: 'Whoever names a store and an order is shown it, without a session',
      why: 'Store and order ids are small numbers that anybody can count through; what a message hints at is no proof of anything.',
      remedy:
        "Ask for the panel's session on the server, and take the store from it. Where there is none, say that the panel is to be opened once.",
    })
  },
}

export const foreignHints: Check = {
  id: 'bridge.foreign-hints',
  title: "One store's session is not shown another store's order",
  rules: ['BRIDGE-022', 'BRIDGE-024'],
  needs: ['bridge.hints'],
  run: async (bench) => {
    const way = await wayOf(bench)
    const stranger = await bench.openPlace()
    const trip = await bench.install(bench.app, stranger)
    if (!trip.ok) throw new CannotJudge('the app was not installed in a second store')
    const { browser } = await openGenuine(bench, stranger)
    const { hint } = way
    const claimed = [
      hint,
      { ...hint, storeId: stranger.store.id },
      { ...hint, storeId: stranger.store.id, regionId: stranger.region.id },
    ]
    const pages = await Promise.all(claimed.map((one) => browser.open(new URL(way.path(one), bench.appUrl))))
    return pages
      .flatMap((page) =>
        shown(way, page, {
          title: "The session of one store is shown another store's order",
          why: 'The owner of any store that has installed the app can read the orders of all others.',
          remedy:
            "Compare the store and region that are asked for with those of the session, and fetch the record with that install's own token: the platform answers 404 for what is not its own.",
        }),
      )
      .slice(0, 1)
  },
}

async function wayOf(bench: Bench): Promise<SlotWay> {
  const way = await orderSlotWay(bench)
  if (way === null)
    throw new CannotJudge('app.toml has no slot on the page of an order, or the way of its data cannot be read')
  return way
}

function shown(way: SlotWay, page: Page, words: Pick<Finding, 'title' | 'why' | 'remedy'>): readonly Finding[] {
  if (!isShown(page.text, way.order)) return []
  return [{ severity: 'error', ...words, evidence: [pageEvidence(page, page.text)] }]
}
