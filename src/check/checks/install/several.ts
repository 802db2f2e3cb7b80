import { callEvidence } from '../../api-calls/call-evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Finding } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import type { PanelOpening } from '../../panel/panel.ts'
import { installedStores, panelsOfStores } from '../../stores/installed-stores.ts'
import { callOfOtherRegion } from '../../stores/other-region.ts'

export const stores: Check = {
  id: 'install.stores',
  title: 'Installs in several stores work side by side',
  rules: ['EXCH-039', 'EMB-099'],
  needs: ['install.works', 'embed.opens'],
  ahead: [installedStores],
  run: async (harness) => {
    withPanel(harness)
    const { first, second, third, panels } = await panelsOfStores(harness)
    const seen = [
      { place: second, panel: panels.second },
      { place: third, panel: panels.third },
      // If the first store has regions, install.regions judges it too. This check only requires that it is not lost completely.
      { place: first, panel: panels.region?.isOpen === true ? null : panels.first },
    ]
    const lost = seen.find(({ panel }) => panel !== null && !panel.isOpen)
    if (lost?.panel !== undefined && lost.panel !== null) return lostTo('another store', lost.panel)
    return mixed(seen)
  },
}

export const regions: Check = {
  id: 'install.regions',
  title: 'Installs in several regions of a store work side by side',
  rules: ['PIN-014', 'EMB-099'],
  needs: ['install.works'],
  unless: ['install.stores', 'embed.opens', 'api.token'],
  run: async (harness) => {
    if (harness.config.webhooks.topics.length === 0) withPanel(harness)
    const { region } = await installedStores(harness)
    if (region === null) return []
    const lost = harness.config.manifest === null ? null : await lostRegion(harness)
    if (lost !== null) return lostTo('another region of the same store', lost)
    const call = await callOfOtherRegion(harness)
    return call === null ? [] : takenFor(call)
  },
}

function withPanel({ config }: Harness): void {
  if (config.manifest === null) throw new CannotJudge('app.toml has no [manifest], so the app has no panel')
}

function lostTo(what: string, { page, shown }: PanelOpening): readonly Finding[] {
  return error({
    title: `After an install in ${what}, the earlier install is lost`,
    why: 'Each store and region has its own install and token. The app stores only the last install, and all other installs stop working.',
    remedy: 'Key installs by both store_id and region_id of the exchange response.',
    evidence: [pageEvidence(page, shown)],
  })
}

async function lostRegion(harness: Harness): Promise<PanelOpening | null> {
  const { panels } = await panelsOfStores(harness)
  return [panels.first, panels.region].find((panel) => panel !== null && !panel.isOpen) ?? null
}

function takenFor(call: ApiCall): readonly Finding[] {
  return error({
    title: "An event from one region triggers a call with another region's token",
    why: "A token is bound to its region. The platform returns 404 for the order, or the other region's data.",
    remedy: 'Key installs by both store_id and region_id of the exchange response, and look up the token by both.',
    evidence: callEvidence([call]),
  })
}

/** Returns a panel that shows the name of another store. */
function mixed(
  seen: readonly { readonly place: InstallPlace; readonly panel: PanelOpening | null }[],
): readonly Finding[] {
  for (const { place, panel } of seen) {
    const other = seen.find((one) => one.place !== place && panel?.shown.includes(one.place.store.name) === true)
    if (panel === null || other === undefined) continue
    return error({
      title: 'The panel of one store shows another store',
      why: 'An owner sees the orders, customers and settings of another store.',
      remedy: 'Filter all panel data by the store and region of the session.',
      evidence: [pageEvidence(panel.page, panel.shown)],
    })
  }
  return []
}
