import type { Store, StoreRegion } from '../../control/contract.ts'
import type { AppConfig } from '../../project/app-config.ts'

/** A store and one of its regions. */
export interface InstallPlace {
  readonly store: Store
  readonly region: StoreRegion
  /** Region of the install; null for a store-wide install. */
  readonly installRegionId: number | null
}

export function installPlace(store: Store, region: StoreRegion, { installScope }: AppConfig): InstallPlace {
  return { store, region, installRegionId: installScope === 'store' ? null : region.id }
}

/** Returns the home region of a store. */
export function homePlace(store: Store, config: AppConfig): InstallPlace {
  const region = store.regions.find(({ isDefault }) => isDefault) ?? store.regions[0]
  if (region === undefined) throw new Error(`The store ${store.code} has no region.`)
  return installPlace(store, region, config)
}
