import { messages } from '../../catalog/errors.ts'
import type { StoreRegion } from '../../control/contract.ts'
import { allRegionsOf } from '../platform/stores.ts'
import type { Onlooker } from './handler.ts'
import { Refusal } from './refusal.ts'

/**
 * The region whose texts are read or written; a 400 when none is named. The catalog demands a pin already; this check is for the looser reading of A5,
 * under which a text still needs a language. A token that is locked to a region which was closed since keeps it.
 */
export function selectedRegion({ world, caller, regionId }: Onlooker): StoreRegion | Refusal {
  const region = allRegionsOf(world, caller.storeId).find(({ id }) => id === regionId)
  return region ?? new Refusal(400, 'pin-missing', { message: messages.pinMissing })
}
