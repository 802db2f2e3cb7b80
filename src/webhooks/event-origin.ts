import { installedStores } from '../project/installed-stores.ts'
import type { CurrentStore, Install } from '../project/installs.ts'
import { findRegion, type NamedRegion } from '../selection/region.ts'
import { findStore, matchStores } from '../selection/store.ts'
import { usualStore } from '../selection/usual-store.ts'

export interface EventOrigin {
  /** Digits. */
  readonly storeId: string
  /** Digits; null for a store-wide event. */
  readonly regionId: string | null
  /** Message about invented values; null if there are none. */
  readonly note: string | null
}

export interface OriginChoice {
  readonly installs: readonly Install[]
  readonly current: CurrentStore | null
  /** `--store`: code or id. */
  readonly store?: string | undefined
  /** `--region`: id, code, country or currency. */
  readonly region?: string | undefined
}

/** Placeholder for a store before there is an install; ids only, as in the documents. */
const MADE_UP = { storeId: '1001', regionId: '1' }

/**
 * Chooses the store and region that an event claims to come from: the given ones, else those of the current store, else of the
 * newest install. Without any install, an id may be given or is invented. Raises `store.*`, `pin.unknown` and `pin.ambiguous`.
 */
export function chooseOrigin({ installs, current, store, region }: OriginChoice): EventOrigin {
  const newest = store === undefined ? usualInstall(installs, current) : namedInstall(installs, store)
  if (!newest) return withoutInstall(store, region)
  const storeId = String(newest.storeId)
  const siblings = installs.filter((install) => install.storeId === newest.storeId)
  const regions = siblings.flatMap((install) => install.regions)
  const note = store === undefined ? elsewhere(newest, current) : null
  if (region === undefined) return { storeId, regionId: defaultRegion(newest), note }
  const locked = siblings.find((install) => String(install.regionId) === region)
  const regionId = locked ? locked.regionId : findRegion(regions, region).id
  return { storeId, regionId: String(regionId), note }
}

/** The event then claims another store than the one that other commands use. */
function elsewhere({ storeId, storeCode }: Install, current: CurrentStore | null): string | null {
  if (current === null || current.storeId === storeId) return null
  const [wanted, own] = [current.storeCode ?? `store ${current.storeId}`, storeCode ?? `store ${storeId}`]
  return `The app is not installed in ${wanted}, the current store. The event uses ${own}.`
}

function usualInstall(installs: readonly Install[], current: CurrentStore | null): Install | undefined {
  const { stores } = installedStores(installs.toReversed())
  const usual = usualStore(stores, { currentId: current?.storeId }, 'first')
  return installs.findLast(({ storeId }) => storeId === usual?.id)
}

/** Returns undefined for an id without an install: an event may claim any store. */
function namedInstall(installs: readonly Install[], store: string): Install | undefined {
  const known = installedStores(installs)
  if (isId(store) && matchStores(known.stores, store).length === 0) return undefined
  const { id } = findStore(known, store)
  return installs.findLast(({ storeId }) => storeId === id)
}

/** A region-scoped install gets events of its region only (EVT-011). A store-wide one gets those of all regions, so its default is the home region. */
function defaultRegion({ regionId, regions }: Install): string | null {
  const id = regionId ?? (regions.find((one) => one.isDefault) ?? regions[0])?.id
  return id === undefined ? null : String(id)
}

function withoutInstall(store: string | undefined, region: string | undefined): EventOrigin {
  const regionId = region === undefined || isId(region) ? region : String(findRegion(noRegions, region).id)
  const madeUp =
    store === undefined ? 'This machine has no install on record, so the event uses an example store and region.' : null
  return { storeId: store ?? MADE_UP.storeId, regionId: regionId ?? MADE_UP.regionId, note: madeUp }
}

const noRegions: readonly NamedRegion[] = []

function isId(text: string): boolean {
  return /^[1-9]\d{0,19}$/.test(text)
}
