import { messages } from '../../catalog/errors.ts'
import type { StoreRegion } from '../../control/contract.ts'
import { listAllRegions } from '../platform/stores.ts'
import type { Onlooker } from './handler.ts'
import { Refusal } from './rejection.ts'

/**
 * Returns the region whose texts are read or written, or a 400 without one. The catalog already requires a pin. This check covers
 * the looser reading of A5, under which a text still needs a language. A token keeps its locked region even if it was closed since.
 */
export function selectedRegion({ context, caller, regionId }: Onlooker): StoreRegion | Refusal {
  const region = listAllRegions(context, caller.storeId).find(({ id }) => id === regionId)
  return region ?? new Refusal(400, 'pin-missing', { message: messages.pinMissing })
}
