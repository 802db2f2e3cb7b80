import { saveRegions, type Install } from './installs.ts'
import { PlatformError } from './platform-error.ts'
import type { Tools } from './tools.ts'

/** Brings the regions of a store-wide install up to date: the store may have opened one since, or closed one. What cannot be asked now stays as it was. */
export async function takeRegionsOfToday(
  { db, platform }: Pick<Tools, 'db' | 'platform'>,
  install: Install,
): Promise<void> {
  if (install.regionId !== null || install.token === null) return
  try {
    const regions = await platform.regions(install.token)
    if (regions.length > 0) await saveRegions(db, install, regions)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
  }
}
