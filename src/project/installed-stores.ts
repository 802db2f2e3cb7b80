import type { KnownStores } from '../selection/store.ts'
import type { Install } from './installs.ts'

export interface InstalledStore {
  readonly id: number
  readonly code: string | null
}

/** Returns the stores of these installs without duplicates, as candidates for commands about an install. */
export function installedStores(installs: readonly Install[]): KnownStores<InstalledStore> {
  const stores = new Map(installs.map(({ storeId, storeCode }) => [storeId, { id: storeId, code: storeCode }]))
  return {
    stores: [...stores.values()],
    what: 'Stores with the app',
    next:
      installs[0]?.identity.startsWith('emulator:') === false
        ? 'To install the app in another store: `app install`'
        : 'To install the app in another store: `app install --store <code>`',
  }
}
