import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import { AppError } from '../../errors.ts'
import { findRegion, listRegions, matchRegions, type NamedRegion } from '../../named/region.ts'
import { findStore, listStores } from '../../named/store.ts'
import { usualStore } from '../../named/usual-store.ts'
import { installedStores } from '../../project/installed-stores.ts'
import type { CurrentStore, Install } from '../../project/installs.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { standingAmong, type IsStanding } from './standing-installs.ts'

export interface InstallChoice {
  readonly installs: readonly Install[]
  readonly current: CurrentStore | null
  /** Store code or id, as a person named it. */
  readonly store: string | undefined
  /** Also picks among the installs of a store that has one for each region (PIN-014). */
  readonly region: string | undefined
  readonly appKey: string
  /** Of the target, for what is suggested; that of the emulator when left out. */
  readonly targetName?: string | undefined
  /** The command that takes an install away, without the word `app`: it means the current store, whatever other one has an install. */
  readonly removal?: string | undefined
  /** Where no region is named, an install that the platform no longer has is not meant beside one that it has. */
  readonly isStanding?: IsStanding | undefined
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
  const { installs, current, store, appKey, targetName, removal } = choice
  if (installs.length === 0) {
    throw notInstalled(appKey, targetName === 'live' ? noLiveInstall : [noInstall])
  }
  if (store !== undefined) {
    const { id } = findStore(installedStores(installs), store)
    return installs.filter((one) => one.storeId === id)
  }
  const { stores } = installedStores(installs)
  const isKept = current !== null && removal !== undefined
  const usual = usualStore(stores, { currentId: current?.storeId }, isKept ? 'none' : 'only')
  if (usual !== undefined) return installs.filter((one) => one.storeId === usual.id)
  if (isKept) throw notInCurrent({ installs, current, appKey, removal })
  const which = current === null ? 'no current store is set' : `not in ${codeOf(current)}, the current store`
  throw new AppError('usage.missing', `${appKey} is installed in several stores, and ${which}.`, {
    suggestions: [
      `Select one with --store: ${listStores(stores)}.`,
      { emulator: 'Or set the current store: `app store use <code>`.' },
    ],
  })
}

export function notInstalled(appKey: string, suggestions: readonly string[]): AppError {
  const message = `${appKey} is not installed in any store, as far as this machine knows.`
  return new AppError('install.unknown', message, { suggestions })
}

const noInstall = '`app dev` installs it through your app. `app install` installs it only for `app call`.'

/** Another machine may have made the install, and a new one would revoke its token. */
export const noLiveInstall = [
  TOKEN_ELSEWHERE,
  'If the app is not installed anywhere yet: `app dev --target live` installs it through your app, `app install --target live` only for `app call`.',
]

/** Said where no store was named and the current one has no install, so that the only store with one was taken; null where nothing has to be said. */
export function elsewhereNote(
  { storeId, storeCode, storeName, appKey }: Install,
  { current, store }: Pick<InstallChoice, 'current' | 'store'>,
): string | null {
  if (store !== undefined || current === null || current.storeId === storeId) return null
  const name = shownStore({ storeId, storeCode, storeName })
  return `${appKey} is not installed in ${codeOf(current)}, the current store. Using ${name}, the only store with an install.`
}

/** `Demo (demo)`, fit to be shown: names repeat, and codes do not. */
export function shownStore({
  storeId,
  storeCode,
  storeName,
}: Pick<Install, 'storeId' | 'storeCode' | 'storeName'>): string {
  const code = storeCode ?? `id ${storeId}`
  return foreignText(storeName === '' ? code : `${storeName} (${code})`)
}

function notInCurrent({
  installs,
  current,
  appKey,
  removal,
}: Pick<InstallChoice, 'installs' | 'appKey'> & {
  readonly current: CurrentStore
  readonly removal: string
}): AppError {
  const message = `${appKey} is not installed in ${codeOf(current)}, the current store. Nothing was done.`
  const others = new Map(installs.map((one) => [one.storeId, one]))
  return new AppError('install.unknown', message, {
    suggestions: [...others.values()].map(
      (one) =>
        `For ${shownStore(one)}, run: \`app ${removal} --store ${foreignText(one.storeCode ?? String(one.storeId))}\`.`,
    ),
  })
}

function codeOf({ storeCode, storeId }: CurrentStore): string {
  return storeCode === null ? `store ${storeId}` : foreignText(storeCode)
}

function chooseRegion(known: readonly Install[], { region, current, isStanding }: InstallChoice): Install {
  const installs = region === undefined ? standingAmong(known, isStanding) : known
  const [first, ...others] = installs
  // With a single install the client itself says what is wrong with the region.
  if (first !== undefined && others.length === 0) return first
  const owned = installs.flatMap((install) => ownRegion(install) ?? [])
  if (region !== undefined) {
    const storeWide = installs.find((install) => install.regionId === null)
    return matchRegions(owned, region).length === 0 && storeWide
      ? storeWide
      : findRegion(owned, region, 'installs').install
  }
  const chosen = installs.find((install) => install.regionId === current?.regionId)
  if (chosen !== undefined) return chosen
  throw new AppError('pin.missing', 'The app is installed in several regions of this store, each with its own token.', {
    suggestions: [`Select one with --region: ${listRegions(owned)}.`],
  })
}

/** The region of an install; by its id alone where nothing else of it is on record, as while its payment is pending on the live platform. */
function ownRegion(install: Install): (NamedRegion & { readonly install: Install }) | null {
  const { regions, regionId } = install
  if (regionId === null) return null
  const known = regions.find(({ id }) => id === regionId) ?? { id: regionId, code: String(regionId) }
  return { ...known, install }
}
