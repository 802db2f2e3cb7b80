import { isEmulatorKey } from '../../credentials/credentials.ts'
import type { NamedStores } from '../../inspector/api.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import { withInstalls } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'

/** Codes of a store and a region; null where they are not known. */
export interface StoreCodes {
  readonly storeCode: string | null
  readonly regionCode: string | null
}

interface KnownStore {
  readonly id: number
  readonly code: string | null
  readonly regions: readonly { readonly id: number; readonly code: string }[]
}

/** What the ids in deliveries and calls are called by people. */
export interface StoreNames {
  readonly learn: (store: KnownStore) => void
  /** From now on the installs on record of this platform are looked into, too: ids of two platforms are not the same. */
  readonly use: (identity: string) => void
  readonly of: (storeId: string, regionId: string | null) => StoreCodes
  /** All that are known, by their ids. */
  readonly all: () => NamedStores
  /** Of a pin, which may be a code already. */
  readonly region: (pin: string | null) => string | null
}

function targetOf(identity: string): DeliveryTarget {
  return isEmulatorKey({ identity }) ? 'emulator' : 'live'
}

interface StoreNamesTools {
  readonly paths: StatePaths
  readonly now: () => Date
}

/** Looks into the installs on record for what it has not learnt, at most so often. */
const AGAIN_MS = 5000

export function createStoreNames({ paths, now }: StoreNamesTools, appKey: string): StoreNames {
  const stores = new Map<string, string>()
  const regions = new Map<string, string>()
  let identity: string | null = null
  let lookedAt = 0
  const learn = ({ id, code, regions: list }: KnownStore) => {
    if (code !== null) stores.set(String(id), code)
    for (const region of list) regions.set(String(region.id), region.code)
  }
  const lookAgain = () => {
    if (identity === null || now().getTime() - lookedAt < AGAIN_MS) return
    lookedAt = now().getTime()
    const app = { identity, appKey }
    try {
      for (const { storeId, storeCode, regions: list } of withInstalls(paths, (installs) => installs.list(app))) {
        learn({ id: storeId, code: storeCode, regions: list })
      }
    } catch {
      // Installs that cannot be read now: what happens is told by its ids.
    }
  }
  return {
    learn,
    use: (next) => {
      identity = next
    },
    of: (storeId, regionId) => {
      if (!stores.has(storeId) || (regionId !== null && !regions.has(regionId))) lookAgain()
      return {
        storeCode: stores.get(storeId) ?? null,
        regionCode: regionId === null ? null : (regions.get(regionId) ?? null),
      }
    },
    all: () => {
      lookAgain()
      return {
        target: identity === null ? null : targetOf(identity),
        stores: Object.fromEntries(stores),
        regions: Object.fromEntries(regions),
      }
    },
    region: (pin) => (pin === null ? null : (regions.get(pin) ?? null)),
  }
}
