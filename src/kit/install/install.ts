export interface Region {
  readonly id: number
  readonly code: string
  readonly currency: string
}

/** An install as an app sees it, without the token. */
export interface Install {
  readonly storeId: number
  /** Region id, or null for a store-wide install. */
  readonly regionId: number | null
  readonly scopes: readonly string[]
  /** Regions of a store-wide install. */
  readonly regions: readonly Region[]
  readonly storeName: string
  readonly storeDomain: string
  /** Time of the install, ISO 8601. */
  readonly installedAt: string
  /** `broken`: the platform rejects the token, or it cannot be decrypted. `leaving`: an uninstall was reported and is being checked. */
  readonly state: 'works' | 'broken' | 'leaving' | 'removed'
}

/** An install as stored in the database. */
export interface StoredInstall extends Install {
  /** Token, or null if the app was uninstalled or the token cannot be decrypted with the current keys. */
  readonly token: string | null
  /** Whether the platform has rejected the token since the last install. */
  readonly isRejected: boolean
}

/** A store and one of its regions. */
export interface Place {
  readonly storeId: number
  readonly regionId: number | null
}

/** The install as apps see it. */
export function publicInstall(install: StoredInstall): Install {
  const { storeId, regionId, scopes, regions, storeName, storeDomain, installedAt, state } = install
  return { storeId, regionId, scopes, regions, storeName, storeDomain, installedAt, state }
}

/**
 * The region to show. A store-wide install shows one region at a time, and only its own regions can
 * be chosen.
 */
export function chosenRegion({ regionId, regions }: Install, wanted: string | null): number | null {
  if (regionId !== null) return regionId
  const chosen = regions.find(({ id }) => String(id) === wanted) ?? regions[0]
  return chosen?.id ?? null
}

export function hasRegion({ regionId, regions }: Install, wanted: number): boolean {
  return regionId === null ? regions.some(({ id }) => id === wanted) : regionId === wanted
}
