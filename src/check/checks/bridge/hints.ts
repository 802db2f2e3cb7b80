import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Finding } from '../../check.ts'
import { error } from '../../finding.ts'
import type { Page } from '../../harness/browser.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { openGenuine } from '../../panel/panel.ts'
import { isShown, orderSlotSource, type SlotSource } from './slot-data.ts'

const needs = ['embed.opens']

export const hints: Check = {
  id: 'bridge.hints',
  title: 'The hints in service:init alone do not give access',
  rules: ['BRIDGE-022', 'EMB-119'],
  needs,
  run: async (harness) => {
    const source = await sourceOf(harness)
    const page = await harness.app.browser().open(new URL(source.path(source.hint), harness.appUrl))
    return shown(source, page, {
      title: 'Anyone who sends a store id and an order id sees the order without a session',
      why: 'Store and order ids are small numbers that anyone can guess. A hint in a message proves nothing.',
      remedy:
        "Require the panel's session on the server, and take the store from it. If there is no session, ask the user to open the panel first.",
    })
  },
}

export const foreignHints: Check = {
  id: 'bridge.foreign-hints',
  title: "One store's session does not show another store's order",
  rules: ['BRIDGE-022', 'BRIDGE-024'],
  needs: ['bridge.hints'],
  unless: ['session.other-store'],
  run: async (harness) => {
    const source = await sourceOf(harness)
    const stranger = await harness.openPlace()
    const trip = await harness.install(harness.app, stranger)
    if (!trip.ok) throw new CannotJudge('the app was not installed in a second store')
    const { browser } = await openGenuine(harness, stranger)
    const { hint } = source
    const claimed = [
      hint,
      { ...hint, storeId: stranger.store.id },
      { ...hint, storeId: stranger.store.id, regionId: stranger.region.id },
    ]
    const pages = await Promise.all(claimed.map((one) => browser.open(new URL(source.path(one), harness.appUrl))))
    return pages
      .flatMap((page) =>
        shown(source, page, {
          title: "One store's session shows another store's order",
          why: 'The owner of any store that has installed the app can read the orders of all other stores.',
          remedy:
            "Compare the requested store and region with the session's, and fetch the record with that install's token. The platform returns 404 for records of other installs.",
        }),
      )
      .slice(0, 1)
  },
}

async function sourceOf(harness: Harness): Promise<SlotSource> {
  const source = await orderSlotSource(harness)
  if (source === null)
    throw new CannotJudge(
      "app.toml has no slot on an order page, or the check cannot find the source of the slot's data",
    )
  return source
}

function shown(source: SlotSource, page: Page, words: Pick<Finding, 'title' | 'why' | 'remedy'>): readonly Finding[] {
  if (!isShown(page.text, source.order)) return []
  return error({ ...words, evidence: [pageEvidence(page)] })
}
