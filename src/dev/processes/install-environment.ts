import type { Store } from '../../control/contract.ts'

export interface InstalledPlace {
  readonly token: string
  readonly storeId: number | string
  /** Null for an install of the whole store: the home region is named then. */
  readonly regionId: number | string | null
  readonly store: Pick<Store, 'code' | 'regions'>
  /** Those that the install reaches. */
  readonly regions: readonly { readonly id: number | string }[]
}

/** The install that a test works with as variables: token, store and regions. */
export function installEnvironment({ token, storeId, regionId, store, regions }: InstalledPlace) {
  const home = store.regions.find(({ isDefault }) => isDefault)?.id
  return {
    // `app` inside the command uses these secrets for the emulator, which they belong to.
    SVCAPP_TARGET: 'emulator',
    SVCAPP_TOKEN: token,
    SVCAPP_STORE_ID: String(storeId),
    SVCAPP_STORE_CODE: store.code,
    SVCAPP_REGION_ID: String(regionId ?? home ?? ''),
    SVCAPP_REGION_IDS: regions.map(({ id }) => id).join(' '),
  }
}
