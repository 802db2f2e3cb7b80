import type { Context } from '../../context.ts'
import type { Registration, Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import { withInstalls, type AppIdentity } from '../../project/installs.ts'
import { findRegion } from '../../selection/region.ts'
import { findStore, storesOfEmulator } from '../../selection/store.ts'
import { usualStore } from '../../selection/usual-store.ts'

export interface InstallPlaceChoice {
  readonly stores: readonly Store[]
  readonly registration: Pick<Registration, 'app_key' | 'test_store_codes' | 'install_scope'>
  /** Code or id. Defaults to the current store. */
  readonly store: string | undefined
  readonly currentStoreId: number | undefined
  readonly region: string | undefined
}

/** Returns the store for the approval, and the region that its manager selects. Raises `store.*`, `install.no-store`, `pin.*` and `usage.*`. */
export function chooseInstallPlace(choice: InstallPlaceChoice): { store: Store; regionId: number | undefined } {
  const store = installStore(choice)
  const { region, registration } = choice
  if (region === undefined) return { store, regionId: undefined }
  if (registration.install_scope === 'store') {
    throw new AppError('usage.invalid', 'A store-wide install has no separate regions. Leave out --region.')
  }
  return { store, regionId: findRegion(store.regions, region).id }
}

export interface InstallPlaceQuery {
  readonly app: AppIdentity
  readonly control: ControlClient
  readonly flags: { readonly store?: string | undefined; readonly region?: string | undefined }
}

export type EmulatorInstallPlace = Awaited<ReturnType<typeof findInstallPlace>>

/** Does the same with the emulator's data, and adds the key of the install that an approval there creates or replaces. */
export async function findInstallPlace({ paths }: Pick<Context, 'paths'>, { app, control, flags }: InstallPlaceQuery) {
  const [registration, stores] = await Promise.all([control.app({ key: app.appKey }), control.stores()])
  const currentStoreId = withInstalls(paths, (installs) => installs.current(app)?.storeId)
  const { store: named, region } = flags
  const { store, regionId } = chooseInstallPlace({ stores, registration, store: named, region, currentStoreId })
  const home = store.regions.find(({ isDefault }) => isDefault) ?? store.regions[0]
  const installedIn = registration.install_scope === 'store' ? null : (regionId ?? home?.id ?? null)
  return { store, regionId, registration, replaces: { storeId: store.id, regionId: installedIn } }
}

function installStore({ stores, registration, store, currentStoreId }: InstallPlaceChoice): Store {
  if (store !== undefined) return findStore(storesOfEmulator(stores), store)
  const { app_key: appKey, test_store_codes: testStoreCodes } = registration
  const usual = usualStore(stores, { currentId: currentStoreId, testStoreCodes }, 'none')
  if (usual !== undefined) return usual
  const own = testStoreCodes.filter((code) => stores.some((one) => one.code === code))
  if (own.length > 0) {
    throw new AppError('usage.missing', `${appKey} has several test stores, and no current store is set.`, {
      suggestions: [`Select one with --store: ${own.join(', ')}.`],
    })
  }
  throw new AppError('install.no-store', `${appKey} has no test store yet.`, {
    suggestions: [
      ...stores.slice(0, 3).map(({ code }) => `Add ${code} as a test store: \`app store use ${code}\`.`),
      'Create a test store: `app store open`.',
    ],
  })
}
