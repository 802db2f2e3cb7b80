import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import type { NamedStores } from '../../inspector/api.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import { withInstalls } from '../../project/installs.ts'

/** Codes of a store and a region, or null if unknown. */
export interface StoreCodes {
  readonly storeCode: string | null
  readonly regionCode: string | null
}

interface KnownStore {
  readonly id: number
  readonly code: string | null
  readonly regions: readonly { readonly id: number; readonly code: string }[]
}

/** Readable names for the ids in deliveries and calls. */
export interface StoreNames {
  readonly learn: (store: KnownStore) => void
  /** Adds the saved installs of this platform. Ids differ between platforms. */
  readonly use: (identity: string) => void
  readonly of: (storeId: string, regionId: string | null) => StoreCodes
  /** Returns all known names by id. */
  readonly all: () => NamedStores
  /** Returns the region code of a pin, which may already be a code. */
  readonly region: (pin: string | null) => string | null
}

function targetOf(identity: string): DeliveryTarget {
  return isEmulatorKey({ identity }) ? 'emulator' : 'live'
}

/** Minimum interval between two reads of the saved installs for unknown ids. */
const AGAIN_MS = 5000

export function createStoreNames({ paths, now }: Pick<Context, 'paths' | 'now'>, appKey: string): StoreNames {
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
      // Events show ids if the installs cannot be read.
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
