import type { InstallRow } from '../../control/contract.ts'
import type { Install } from '../../project/installs.ts'
import { foreignText } from '../../text/foreign-text.ts'

/** A store and a region by id, as numbers (platform) or text. Without a region, all regions of the store. */
export interface PlaceIds {
  readonly storeId: number | string
  readonly regionId: number | string | null
}

/** Returns a key for a store and region that does not depend on the type of the ids. */
export function placeKey({ storeId, regionId }: PlaceIds): string {
  return `${storeId}/${regionId ?? 'all'}`
}

/** Returns the ids as text, as events, the journal and the gateway use them. */
export function textIds({ storeId, regionId }: PlaceIds) {
  return { storeId: String(storeId), regionId: regionId === null ? null : String(regionId) }
}

/** Returns whether an active install covers a store and region: one of that region or of the whole store. */
export function reaches(row: InstallRow, { storeId, regionId }: PlaceIds): boolean {
  const isInStore = row.removedAt === null && String(row.storeId) === String(storeId)
  return isInStore && (row.regionId === null || String(row.regionId) === String(regionId))
}

/** Returns the region of an install as for `--region`, or a text for a store-wide one. */
export function regionWords({ regionId, regions }: Pick<Install, 'regionId' | 'regions'>): string {
  if (regionId === null) return 'all regions'
  return foreignText(regions.find(({ id }) => id === regionId)?.code ?? String(regionId))
}
