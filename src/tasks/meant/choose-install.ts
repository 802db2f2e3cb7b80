import { AppError } from '../../errors.ts'
import { findRegion, listRegions, matchRegions } from '../../named/region.ts'
import { findStore, listStores } from '../../named/store.ts'
import { installedStores } from '../../project/installed-stores.ts'
import type { CurrentStore, Install } from '../../project/installs.ts'

export interface InstallChoice {
  readonly installs: readonly Install[]
  readonly current: CurrentStore | null
  /** Store code or id, as a person named it. */
  readonly store: string | undefined
  /** Also picks among the installs of a store that has one for each region (PIN-014). */
  readonly region: string | undefined
  readonly appKey: string
}

/**
 * The install that a command means. Raises `install.unknown` when there is none, `store.*` for an unknown name,
 * `usage.missing` when a store must be named, and `pin.*` when a region must be: before anything is sent.
 */
export function chooseInstall(choice: InstallChoice): Install {
  return chooseRegion(installsOfStore(choice), choice)
}

/** All installs in the store that is meant: one, or one for each region. Raises `install.unknown`, `store.*` and `usage.missing`. */
export function installsOfStore(choice: Omit<InstallChoice, 'region'>): readonly Install[] {
  const { installs, current, store, appKey } = choice
  if (installs.length === 0) {
    throw new AppError('install.unknown', `${appKey} is not installed in any store, as far as this machine knows.`, {
      suggestions: ['Run it: `app dev` installs it through your app. Or `app install`, for calls of this tool alone.'],
    })
  }
  if (store !== undefined) {
    const { id } = findStore(installedStores(installs), store)
    return installs.filter((one) => one.storeId === id)
  }
  const here = installs.filter((one) => one.storeId === current?.storeId)
  if (here.length > 0) return here
  if (new Set(installs.map((one) => one.storeId)).size === 1) return installs
  throw new AppError('usage.missing', `${appKey} is installed in several stores, and none is current.`, {
    suggestions: [
      `Name one with --store: ${listStores(installedStores(installs).stores)}.`,
      'Or make one current: `app store use <code>`.',
    ],
  })
}

function chooseRegion(installs: readonly Install[], { region, current }: InstallChoice): Install {
  const [first, ...others] = installs
  // With a single install the client itself says what is wrong with the region.
  if (first !== undefined && others.length === 0) return first
  const owned = installs.flatMap((install) =>
    install.regions.filter(({ id }) => id === install.regionId).map((own) => ({ ...own, install })),
  )
  if (region !== undefined) {
    const storeWide = installs.find((install) => install.regionId === null)
    return matchRegions(owned, region).length === 0 && storeWide ? storeWide : findRegion(owned, region).install
  }
  const chosen = installs.find((install) => install.regionId === current?.regionId)
  if (chosen !== undefined) return chosen
  throw new AppError('pin.missing', 'The app is installed in several regions of this store, each with its own token.', {
    suggestions: [`Name one with --region: ${listRegions(owned)}.`],
  })
}
