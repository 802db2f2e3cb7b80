import type { InstallScope } from './embed-payload.ts'

/** The part of an install row that identifies its owner. Ids are numbers or digits. */
export interface InstallRow {
  readonly storeId: number | string
  /** Region id, or null for a store-wide install. */
  readonly regionId: number | string | null
}

/** The trusted part of a verified embed token. */
export interface PanelIdentity {
  readonly storeId: number
  readonly regionId: number | null
  readonly scope: InstallScope | null
}

export type PanelInstall<Install> =
  | { readonly ok: true; readonly install: Install }
  | { readonly ok: false; readonly reason: 'embed_store_not_installed' }

/**
 * Returns the install of a verified embed token. A store-wide token belongs to the store's store-wide install, whatever its region; any other belongs
 * to exactly its own (store, region) pair. Never returns another region's install, because its token would open data of that region.
 */
export function findPanelInstall<Install extends InstallRow>(
  panel: PanelIdentity,
  installs: Iterable<Install>,
): PanelInstall<Install> {
  for (const install of installs) {
    if (String(install.storeId) === String(panel.storeId) && isSameRegion(panel, install)) return { ok: true, install }
  }
  return { ok: false, reason: 'embed_store_not_installed' }
}

function isSameRegion({ regionId, scope }: PanelIdentity, install: InstallRow): boolean {
  if (scope === 'store') return install.regionId === null
  // Without a region, a token of one region must not count as store-wide.
  if (regionId === null) return scope === null && install.regionId === null
  return install.regionId !== null && String(install.regionId) === String(regionId)
}
