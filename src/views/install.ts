import type { InstalledApp } from '../install/install-app.ts'
import { listRegions } from '../selection/region.ts'
import { facts, orDash } from './cells.ts'
import type { View } from './view.ts'

/** The parts of an install that are displayed. */
export type ShownInstall = Pick<
  InstalledApp,
  'appKey' | 'storeId' | 'storeCode' | 'regionId' | 'scopes' | 'regions' | 'storeName' | 'storeDomain'
>

/** Formats a new install in a few lines. */
export const installView: View<ShownInstall> = (install, looks) => {
  const { storeCode, storeId, storeName, storeDomain, regionId, regions, scopes } = install
  const own = regions.filter(({ id }) => id === regionId)
  const place =
    regionId === null ? `all: ${listRegions(regions)}` : own.length > 0 ? listRegions(own) : `id ${regionId}`
  return [
    looks.style.green(`Installed ${install.appKey}.`),
    facts(
      [
        ['Store', `${orDash(storeName)}, code ${orDash(storeCode)} (id ${storeId}), ${orDash(storeDomain)}`],
        ['Region', place],
        ['Scopes', scopes.join(' ') || 'none'],
      ],
      looks,
    ),
  ].join('\n')
}
