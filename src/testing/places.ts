import type { Store, StoreRegion } from '../control/contract.ts'
import type { ControlClient } from '../control/control-client.ts'
import { AppError } from '../errors.ts'
import { findRegion } from '../selection/region.ts'
import type { PlaceOptions } from './options.ts'

export interface TestPlace {
  readonly store: Store
  readonly region: StoreRegion
}

/** Raises `emulator.unknown-store`, `pin.unknown` and `pin.ambiguous`. */
export async function findPlace(control: ControlClient, seed: Store, options: PlaceOptions): Promise<TestPlace> {
  const stores = await control.stores()
  const code = options.store ?? seed.code
  const store = stores.find((one) => one.code === code)
  if (store === undefined) {
    throw new AppError('emulator.unknown-store', `Unknown store ${code}.`, {
      suggestions: [`Stores: ${stores.map((one) => one.code).join(', ')}.`],
    })
  }
  const home = store.regions.find(({ isDefault }) => isDefault) ?? store.regions[0]
  const region = options.region === undefined ? home : findRegion(store.regions, String(options.region))
  if (region === undefined) throw new Error(`Store ${code} has no region.`)
  return { store, region }
}
