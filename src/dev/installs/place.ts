import type { InstallRow } from '../../control/contract.ts'

/** A store and a region by their ids, in numbers as the platform has them or as text; no region stands for all of them. */
export interface PlaceIds {
  readonly storeId: number | string
  readonly regionId: number | string | null
}

/** Tells places apart, however their ids are written. */
export function placeKey({ storeId, regionId }: PlaceIds): string {
  return `${storeId}/${regionId ?? 'all'}`
}

/** The ids as events, the journal and the gateway have them. */
export function textIds({ storeId, regionId }: PlaceIds) {
  return { storeId: String(storeId), regionId: regionId === null ? null : String(regionId) }
}

/** Whether an install stands and is good for a place: that of its region, or of the whole store. */
export function reaches(row: InstallRow, { storeId, regionId }: PlaceIds): boolean {
  const isInStore = row.removedAt === null && String(row.storeId) === String(storeId)
  return isInStore && (row.regionId === null || String(row.regionId) === String(regionId))
}
