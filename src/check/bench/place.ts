import type { Store, StoreRegion } from '../../control/contract.ts'
import type { AppConfig } from '../../project/app-config.ts'

/** A store and one of its regions. */
export interface Place {
  readonly store: Store
  readonly region: StoreRegion
  /** The region of the install there; null for a store-wide install. */
  readonly installRegionId: number | null
}

export function placeOf(store: Store, region: StoreRegion, { installScope }: AppConfig): Place {
  return { store, region, installRegionId: installScope === 'store' ? null : region.id }
}

/** The home region of a store. */
export function homeOf(store: Store, config: AppConfig): Place {
  const region = store.regions.find(({ isDefault }) => isDefault) ?? store.regions[0]
  if (region === undefined) throw new Error(`The store ${store.code} has no region.`)
  return placeOf(store, region, config)
}
