import type { StoreRegion } from '../../control/contract.ts'
import type { RegionOperation } from '../../control/store-contract.ts'
import { AppError } from '../../errors.ts'
import { findRegion } from '../../selection/region.ts'
import { updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { listAllRegions } from '../platform/stores.ts'

/**
 * Closes or reopens a region of a store. A closed region is no permitted pin and is absent from the lists of a store-wide install (CTX-015,
 * PIN-013). Its data and installs stay. Raises `pin.unknown` and `pin.ambiguous` for the name, `emulator.conflict` for the home region.
 */
export function changeRegion(
  context: EmulatorContext,
  storeId: number,
  wanted: string,
  operation: RegionOperation,
): StoreRegion {
  const region = findRegion(listAllRegions(context, storeId), wanted)
  if (region.isDefault && operation === 'deactivate') {
    throw new AppError('emulator.conflict', `${region.code} is the home region, which cannot be closed.`)
  }
  updateRows(context.registry, 'regions', { id: region.id }, { active: operation === 'activate' ? 1 : 0 })
  return region
}
