import { PlatformError } from '../platform/platform-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { Tools } from '../tools.ts'
import { saveRegions, type Install } from './installs.ts'

export type RegionTools = Pick<Tools, 'db'> & { readonly platform: Pick<Platform, 'regions'> }

/** Brings the regions of a store-wide install up to date: the store may have opened one since, or closed one. What cannot be asked now stays as it was. */
export async function takeRegionsOfToday({ db, platform }: RegionTools, install: Install): Promise<void> {
  if (install.regionId !== null || install.token === null) return
  try {
    const regions = await platform.regions(install.token)
    if (regions.length > 0) await saveRegions(db.sql, install, regions)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
  }
}
