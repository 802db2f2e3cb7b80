import type { AppInstance } from '../bench/app-instance.ts'
import type { Bench } from '../bench/bench.ts'
import type { InstallPlace } from '../bench/install-place.ts'
import { onceFor } from '../bench/once-for.ts'
import { CannotJudge } from '../cannot-judge.ts'
import { genuineToken } from '../panel/embed-token.ts'
import { openPanel, type PanelOpening } from '../panel/panel.ts'

/** A separate app that is installed in several stores and regions. */
export interface InstalledStores {
  readonly app: AppInstance
  /** The lifecycle checks uninstall it after all other checks are done with it. */
  readonly first: InstallPlace
  /** Another region of the same store; null if an install covers the whole store. */
  readonly region: InstallPlace | null
  /** Two more stores, which stay installed. */
  readonly second: InstallPlace
  readonly third: InstallPlace
}

/** Installs in sequence, as stores do, so that an effect of a later install on an earlier one shows. */
export const installedStores = onceFor(async (bench: Bench): Promise<InstalledStores> => {
  const [app, first, second, third] = await Promise.all([
    bench.ownApp(),
    bench.openPlace(),
    bench.openPlace(),
    bench.openPlace(),
  ])
  const region = first.installRegionId === null ? null : bench.otherRegion(first)
  for (const place of [first, region, second, third]) {
    if (place === null) continue
    const trip = await bench.install(app, place)
    if (!trip.ok) throw new CannotJudge('a second install does not complete')
  }
  return { app, first, region, second, third }
})

/** Returns the panels of all stores and regions, opened after all installs. */
export const panelsOfStores = onceFor(async (bench: Bench) => {
  const stores = await installedStores(bench)
  const { app, first, region, second, third } = stores
  const open = (place: InstallPlace) => openAt(bench, app, place)
  const [ofFirst, ofRegion, ofSecond, ofThird] = await Promise.all([
    open(first),
    region === null ? null : open(region),
    open(second),
    open(third),
  ])
  return { ...stores, panels: { first: ofFirst, region: ofRegion, second: ofSecond, third: ofThird } }
})

/** Opens the panel of a store and region in a new browser, whether it opens or not. */
export function openAt(bench: Bench, app: AppInstance, place: InstallPlace): Promise<PanelOpening> {
  return openPanel(bench, place, { app, token: genuineToken(bench, place) })
}
