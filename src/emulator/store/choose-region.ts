import type { StoreRegion } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { regionsOf } from '../platform/stores.ts'
import type { World } from '../world.ts'

/**
 * The region that a person means: its id, code, country or currency, or the home region when none is named.
 * Raises `emulator.bad-request` with the store's regions when none fits or more than one does.
 */
export function chooseRegion(world: World, storeId: number, wanted: string | undefined): StoreRegion {
  return matchRegion(regionsOf(world, storeId), wanted)
}

/** The same among the regions that are handed in. */
export function matchRegion(regions: readonly StoreRegion[], wanted: string | undefined): StoreRegion {
  const fitting = wanted === undefined ? regions.filter(({ isDefault }) => isDefault) : matching(regions, wanted)
  const [region, ...more] = fitting
  if (region !== undefined && more.length === 0) return region
  const problem = region === undefined ? 'has no region' : 'has more than one region'
  throw new AppError('emulator.bad-request', `The store ${problem} ${JSON.stringify(wanted)}.`, {
    suggestions: [`Its regions: ${regions.map(describe).join(', ')}.`],
  })
}

function matching(regions: readonly StoreRegion[], wanted: string): StoreRegion[] {
  const name = wanted.trim().toLowerCase()
  const byKey = regions.filter(({ id, code }) => String(id) === name || code.toLowerCase() === name)
  if (byKey.length > 0) return byKey
  return regions.filter(
    ({ countryCode, currencyCode }) => countryCode.toLowerCase() === name || currencyCode.toLowerCase() === name,
  )
}

function describe({ id, code, currencyCode }: StoreRegion): string {
  return `${code} (${id}, ${currencyCode})`
}
