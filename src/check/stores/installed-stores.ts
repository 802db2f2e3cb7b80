import { CannotJudge } from '../cannot-judge.ts'
import type { AppInstance } from '../harness/app-instance.ts'
import type { Harness } from '../harness/harness.ts'
import type { InstallPlace } from '../harness/install-place.ts'
import { onceFor } from '../harness/once-for.ts'
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
export const installedStores = onceFor(async (harness: Harness): Promise<InstalledStores> => {
  const [app, first, second, third] = await Promise.all([
    harness.ownApp(),
    harness.openPlace(),
    harness.openPlace(),
    harness.openPlace(),
  ])
  const region = first.installRegionId === null ? null : harness.otherRegion(first)
  for (const place of [first, region, second, third]) {
    if (place === null) continue
    const trip = await harness.install(app, place)
    if (!trip.ok) throw new CannotJudge('a second install does not complete')
  }
  return { app, first, region, second, third }
})

/** Returns the panels of all stores and regions, opened after all installs. */
export const panelsOfStores = onceFor(async (harness: Harness) => {
  const stores = await installedStores(harness)
  const { app, first, region, second, third } = stores
  const open = (place: InstallPlace) => openAt(harness, app, place)
  const [ofFirst, ofRegion, ofSecond, ofThird] = await Promise.all([
    open(first),
    region === null ? null : open(region),
    open(second),
    open(third),
  ])
  return { ...stores, panels: { first: ofFirst, region: ofRegion, second: ofSecond, third: ofThird } }
})

/** Opens the panel of a store and region in a new browser, whether it opens or not. */
export function openAt(harness: Harness, app: AppInstance, place: InstallPlace): Promise<PanelOpening> {
  return openPanel(harness, place, { app, token: genuineToken(harness, place) })
}
