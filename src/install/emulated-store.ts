import { findRegion } from '../client/pin.ts'
import type { Registration, Store, StoreRegion } from '../control/contract.ts'
import { AppError } from '../errors.ts'
import type { InstallRegion } from '../project/installs.ts'

export interface StoreWish {
  readonly stores: readonly Store[]
  readonly registration: Pick<Registration, 'app_key' | 'test_store_codes' | 'install_scope'>
  /** Code or id; the current one, else the app's only test store, when left out. */
  readonly store: string | undefined
  readonly currentStoreId: number | undefined
  readonly region: string | undefined
}

/** The store in which we approve, and the region that its manager selects. Raises `install.*`, `pin.*` and `usage.*`. */
export function chooseEmulatedStore(wish: StoreWish): { store: Store; regionId: number | undefined } {
  const store = chooseStore(wish)
  const { region, registration } = wish
  if (region === undefined) return { store, regionId: undefined }
  if (registration.install_scope === 'store') {
    throw new AppError('usage.invalid', 'A store-wide install has no region of its own; leave --region out.')
  }
  return { store, regionId: findRegion(store.regions.map(asInstallRegion), region).id }
}

function chooseStore({ stores, registration, store, currentStoreId }: StoreWish): Store {
  if (store !== undefined) {
    const named = stores.find(({ code, id }) => code.toLowerCase() === store.toLowerCase() || String(id) === store)
    if (named !== undefined) return named
    throw new AppError('install.store-unknown', `There is no store ${store} on the emulator.`, {
      suggestions: [
        `There are: ${stores.map(({ code }) => code).join(', ') || 'none'}.`,
        'Open another: `app store open`.',
      ],
    })
  }
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

/** A region as installs keep it: the control interface calls the currency by another name. */
export function asInstallRegion({
  id,
  code,
  countryCode,
  currencyCode,
  domain,
  isDefault,
}: StoreRegion): InstallRegion {
  return { id, code, countryCode, currency: currencyCode, domain, isDefault }
}

/** The code of an install's store; an install that was made while payment is pending has none on record. Raises `install.store-unknown`. */
export function storeCodeOf(
  stores: readonly Store[],
  install: { readonly storeId: number; readonly storeCode: string | null },
): string {
  const code = install.storeCode ?? stores.find(({ id }) => id === install.storeId)?.code
  if (code !== undefined) return code
  throw new AppError('install.store-unknown', `The emulator has no store with id ${install.storeId}.`)
}
