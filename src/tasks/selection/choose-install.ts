import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import { AppError } from '../../errors.ts'
import { installedStores } from '../../project/installed-stores.ts'
import type { CurrentStore, Install } from '../../project/installs.ts'
import { findRegion, listRegions, matchRegions, type NamedRegion } from '../../selection/region.ts'
import { findStore, listStores } from '../../selection/store.ts'
import { usualStore } from '../../selection/usual-store.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { currentAmong, type IsCurrent } from './current-installs.ts'

export interface InstallChoice {
  readonly installs: readonly Install[]
  readonly current: CurrentStore | null
  /** Store code or id from the user. */
  readonly store: string | undefined
  /** Also selects among the installs of a store that has one per region (PIN-014). */
  readonly region: string | undefined
  readonly appKey: string
  /** Target name for suggestions. Defaults to the emulator. */
  readonly targetName?: string | undefined
  /** Command that deletes an install, without the word `app`. It uses the current store, regardless of other installs. */
  readonly removal?: string | undefined
  /** Without a region, installs that the platform has removed are ignored if another one is active. */
  readonly isCurrent?: IsCurrent | undefined
}

/**
 * Returns the selected install. Raises `install.unknown` without one, `store.*` for an unknown name,
 * `usage.missing` if a store is required, and `pin.*` if a region is required, before anything is sent.
 */
export function chooseInstall(choice: InstallChoice): Install {
  return chooseRegion(installsOfStore(choice), choice)
}

/** Returns all installs in the selected store: one, or one per region. Raises `install.unknown`, `store.*` and `usage.missing`. */
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
  const which = current === null ? 'and no current store is set' : `but not in ${codeOf(current)}, the current store`
  throw new AppError('usage.missing', `${appKey} is installed in several stores, ${which}.`, {
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

const noInstall = 'Run `app dev` to install through your app, or `app install` to install only for `app call`.'

/** Another machine may have installed the app, and a new install would revoke its token. */
export const noLiveInstall = [
  TOKEN_ELSEWHERE,
  'If the app is not installed anywhere yet, run `app dev --target live` to install through your app, or `app install --target live` to install only for `app call`. An install revokes a token that is in use elsewhere.',
]

/** Returns a note if the current store has no install and the only store with one was used instead, else null. */
export function elsewhereNote(
  { storeId, storeCode, storeName, appKey }: Install,
  { current, store }: Pick<InstallChoice, 'current' | 'store'>,
): string | null {
  if (store !== undefined || current === null || current.storeId === storeId) return null
  const name = shownStore({ storeId, storeCode, storeName })
  return `${appKey} is not installed in ${codeOf(current)}, the current store. Using ${name}, the only store with an install.`
}

/** Returns a note if a store or region was used that the user did not select, else null. */
export function chosenNote([install, ...others]: readonly Install[], choice: InstallChoice): string | null {
  if (install === undefined) return null
  return elsewhereNote(install, choice) ?? (others.length === 0 ? regionNote(install, choice) : null)
}

/** On the live platform the current region may be that of the first install, which no user selected. */
function regionNote(install: Install, { installs, region, targetName }: InstallChoice): string | null {
  if (targetName !== 'live' || region !== undefined) return null
  const own = ownRegion(install)
  const all = installs.filter(({ storeId }) => storeId === install.storeId).flatMap((one) => ownRegion(one) ?? [])
  if (own === null || all.length < 2) return null
  return `Using region ${foreignText(own.code)} of ${shownStore(install)}. To select another region, add --region: ${listRegions(all)}.`
}

/** Returns a printable name with the code, `Demo (demo)`, because names repeat and codes do not. */
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

function chooseRegion(known: readonly Install[], { region, current, isCurrent }: InstallChoice): Install {
  const installs = region === undefined ? currentAmong(known, isCurrent) : known
  const [first, ...others] = installs
  // With a single install the client itself reports a wrong region.
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

/** Returns the region of an install. Only its id may be known, for example during a pending payment on the live platform. */
function ownRegion(install: Install): (NamedRegion & { readonly install: Install }) | null {
  const { regions, regionId } = install
  if (regionId === null) return null
  const known = regions.find(({ id }) => id === regionId) ?? { id: regionId, code: String(regionId) }
  return { ...known, install }
}
