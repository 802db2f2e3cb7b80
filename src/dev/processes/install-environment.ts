import type { Store } from '../../control/contract.ts'

export interface InstalledRegion {
  readonly token: string
  readonly storeId: number | string
  /** Null for a whole-store install, for which the home region is used. */
  readonly regionId: number | string | null
  readonly store: Pick<Store, 'code' | 'regions'>
  /** The regions that the install covers. */
  readonly regions: readonly { readonly id: number | string }[]
}

/** Returns the variables of an install for tests: token, store and regions. */
export function installEnvironment({ token, storeId, regionId, store, regions }: InstalledRegion) {
  const home = store.regions.find(({ isDefault }) => isDefault)?.id
  return {
    // `app` inside the command then uses these secrets for the emulator, which they belong to.
    SVCAPP_TARGET: 'emulator',
    SVCAPP_TOKEN: token,
    SVCAPP_STORE_ID: String(storeId),
    SVCAPP_STORE_CODE: store.code,
    SVCAPP_REGION_ID: String(regionId ?? home ?? ''),
    SVCAPP_REGION_IDS: regions.map(({ id }) => id).join(' '),
  }
}
