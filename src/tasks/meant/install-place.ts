import type { Registration, Store } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { findRegion } from '../../named/region.ts'
import { findStore, storesOfEmulator } from '../../named/store.ts'

export interface InstallPlaceChoice {
  readonly stores: readonly Store[]
  readonly registration: Pick<Registration, 'app_key' | 'test_store_codes' | 'install_scope'>
  /** Code or id; the current one, else the app's only test store, when left out. */
  readonly store: string | undefined
  readonly currentStoreId: number | undefined
  readonly region: string | undefined
}

/**
 * The store in which we approve, and the region that its manager selects. Raises `store.*`,
 * `install.no-store`, `pin.*` and `usage.*`.
 */
export function chooseInstallPlace(choice: InstallPlaceChoice): { store: Store; regionId: number | undefined } {
  const store = chooseStore(choice)
  const { region, registration } = choice
  if (region === undefined) return { store, regionId: undefined }
  if (registration.install_scope === 'store') {
    throw new AppError('usage.invalid', 'A store-wide install has no region of its own; leave --region out.')
  }
  return { store, regionId: findRegion(store.regions, region).id }
}

function chooseStore({ stores, registration, store, currentStoreId }: InstallPlaceChoice): Store {
  if (store !== undefined) return findStore(storesOfEmulator(stores), store)
  const own = stores.filter(({ code }) => registration.test_store_codes.includes(code))
  const chosen = own.find(({ id }) => id === currentStoreId) ?? (own.length === 1 ? own[0] : undefined)
  if (chosen !== undefined) return chosen
  if (own.length === 0) {
    throw new AppError('install.no-store', `${registration.app_key} has no test store yet.`, {
      suggestions: [
        ...stores.slice(0, 3).map(({ code }) => `Make ${code} one of them: \`app store use ${code}\`.`),
        'Open one: `app store open`.',
      ],
    })
  }
  throw new AppError('usage.missing', `${registration.app_key} has several test stores, and none is current.`, {
    suggestions: [`Name one with --store: ${own.map(({ code }) => code).join(', ')}.`],
  })
}
