import type { StoreRegion } from '../../control/contract.ts'
import type { RegionOperation } from '../../control/store-contract.ts'
import { AppError } from '../../errors.ts'
import { findRegion } from '../../named/region.ts'
import { updateRows } from '../../storage/statements.ts'
import { allRegionsOf } from '../platform/stores.ts'
import type { World } from '../world.ts'

/** Which region of which store, and whether it is closed or opened. */
/**
 * Closes a region of a store, or opens it again. A closed one is not a permitted pin and in no list of a store-wide install (CTX-015, PIN-013); its data and
 * its installs stay. Raises `pin.unknown` and `pin.ambiguous` for the name, `emulator.conflict` for the home region.
 */
export function changeRegion(world: World, storeId: number, wanted: string, operation: RegionOperation): StoreRegion {
  const region = findRegion(allRegionsOf(world, storeId), wanted)
  if (region.isDefault && operation === 'deactivate') {
    throw new AppError('emulator.conflict', `${region.code} is the home region, which cannot be closed.`)
  }
  updateRows(world.registry, 'regions', { id: region.id }, { active: operation === 'activate' ? 1 : 0 })
  return region
}
