import type { StoreRegion } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { findRegion } from '../../selection/region.ts'
import type { EmulatorContext } from '../context.ts'
import { listRegions } from '../platform/stores.ts'

/** Returns the selected region if it is open, or the home region if none is given. Raises `pin.unknown` and `pin.ambiguous`. */
export function chooseRegion(context: EmulatorContext, storeId: number, wanted: string | undefined): StoreRegion {
  const regions = listRegions(context, storeId)
  if (wanted !== undefined) return findRegion(regions, wanted)
  const home = regions.find(({ isDefault }) => isDefault)
  if (home !== undefined) return home
  throw new AppError('emulator.bad-request', 'The store has no home region.')
}
