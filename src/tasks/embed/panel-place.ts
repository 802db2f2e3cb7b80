import type { Context } from '../../context.ts'
import { withInstalls } from '../../project/installs.ts'
import { findRegion } from '../../selection/region.ts'
import { findKnownInstall } from '../selection/known-installs.ts'
import { meantStore } from '../selection/stores.ts'
import type { PanelManifestTools } from './panel-manifest.ts'

/** Store and region of a panel, as in an embed token. */
export interface PanelPlace {
  readonly storeId: number
  /** Null for a store-wide panel. */
  readonly regionId: number | null
  readonly storeCode: string | null
}

export interface PlaceTools extends PanelManifestTools {
  readonly context: Context
}

export interface PlaceFlags {
  readonly store: string | undefined
  readonly region: string | undefined
}

/**
 * Returns the selected store and, for a single-region panel, the requested region, else the current one, else the store's home
 * region. Live stores are those of the saved installs. Raises `store.*`, `install.unknown`, `usage.missing` and `pin.*`.
 */
export async function panelPlace(tools: PlaceTools, { store, region }: PlaceFlags): Promise<PanelPlace> {
  const { context, project, target, control } = tools
  const { key: appKey, installScope } = project.config
  if (control === null) {
    const install = findKnownInstall(context, { project, targetName: target.name, store, region })
    return { storeId: install.storeId, regionId: install.regionId, storeCode: install.storeCode }
  }
  const { identity } = target
  const { id, code, regions } = await meantStore({ context, control, identity }, store)
  const place = { storeId: id, storeCode: code }
  if (region !== undefined) return { ...place, regionId: findRegion(regions, region).id }
  if (installScope === 'store') return { ...place, regionId: null }
  const current = withInstalls(context.paths, (installs) => installs.current({ identity, appKey }))
  const chosen = current?.storeId === id ? regions.find((one) => one.id === current.regionId) : undefined
  return { ...place, regionId: (chosen ?? regions.find(({ isDefault }) => isDefault) ?? regions[0])?.id ?? null }
}
