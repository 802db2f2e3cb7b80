import type { Bench } from '../../bench/bench.ts'
import { pageEvidence } from '../../bench/evidence.ts'
import type { Place } from '../../bench/place.ts'
import { CannotJudge, type Check, type Finding } from '../../check.ts'
import type { Opening } from '../../panel/panel.ts'
import { installedStores, panelsOfStores } from '../../stores/installed-stores.ts'

export const stores: Check = {
  id: 'install.stores',
  title: 'Installs of several stores live side by side',
  rules: ['EXCH-039', 'EMB-099'],
  needs: ['install.works', 'embed.opens'],
  ahead: [installedStores],
  run: async (bench) => {
    withPanel(bench)
    const { first, second, third, panels } = await panelsOfStores(bench)
    const seen = [
      { place: second, panel: panels.second },
      { place: third, panel: panels.third },
      // With regions of its own the first store is looked at by install.regions too; here it must not be lost altogether.
      { place: first, panel: panels.region?.isOpen === true ? null : panels.first },
    ]
    const lost = seen.find(({ panel }) => panel !== null && !panel.isOpen)
    if (lost?.panel !== undefined && lost.panel !== null) return [lostTo('another store', lost.panel)]
    return mixed(seen)
  },
}

export const regions: Check = {
  id: 'install.regions',
  title: 'Installs of several regions of a store live side by side',
  rules: ['PIN-014', 'EMB-099'],
  needs: ['install.stores'],
  run: async (bench) => {
    withPanel(bench)
    const { region, panels } = await panelsOfStores(bench)
    if (region === null) return []
    const lost = [panels.first, panels.region].find((panel) => panel !== null && !panel.isOpen)
    return lost === undefined || lost === null ? [] : [lostTo('another region of the same store', lost)]
  },
}

function withPanel({ config }: Bench): void {
  if (config.manifest === null)
    throw new CannotJudge('app.toml has no [manifest], so nothing shows which installs live')
}

function lostTo(what: string, { page, shown }: Opening): Finding {
  return {
    severity: 'error',
    title: `After an install in ${what} an earlier one is lost`,
    why: 'Each store and region has an install and a token of its own. The app keeps the last one, and all others stop working.',
    remedy: 'Keep installs by store_id and region_id of the exchange, both together.',
    evidence: [pageEvidence(page, shown)],
  }
}

/** A panel that shows the name of another store. */
function mixed(seen: readonly { readonly place: Place; readonly panel: Opening | null }[]): Finding[] {
  for (const { place, panel } of seen) {
    const other = seen.find((one) => one.place !== place && panel?.shown.includes(one.place.store.name) === true)
    if (panel === null || other === undefined) continue
    return [
      {
        severity: 'error',
        title: 'The panel of one store shows another store',
        why: 'An owner sees the orders, customers and settings of a stranger.',
        remedy: 'Filter everything that the panel shows by store and region of its own session.',
        evidence: [pageEvidence(panel.page, panel.shown)],
      },
    ]
  }
  return []
}
