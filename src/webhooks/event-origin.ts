import { findRegion } from '../client/pin.ts'
import { AppError } from '../errors.ts'
import type { CurrentStore, Install } from '../project/installs.ts'
import { escapeCell } from '../text/escape.ts'

export interface EventOrigin {
  /** Digits. */
  readonly storeId: string
  /** Digits; null for a store-wide event. */
  readonly regionId: string | null
  /** What had to be made up, in words; null when nothing was. */
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

/** What stands for a store before there is any install; also in the documents' spirit, ids only. */
const MADE_UP = { storeId: '1001', regionId: '1' }

/**
 * The store and region that an event is said to come from: those named, else those of the current store, else of the newest install. Without any
 * install an id may be named or is made up. Raises `usage.invalid`, `pin.unknown` and `pin.ambiguous`.
 */
export function chooseOrigin({ installs, current, store, region }: OriginChoice): EventOrigin {
  const ofStore = installs.filter((install) => isStore(install, store ?? storeOf(current)))
  const newest = ofStore.at(-1) ?? (store === undefined ? installs.at(-1) : undefined)
  if (!newest) return withoutInstall({ installs, store, region })
  const storeId = String(newest.storeId)
  const siblings = installs.filter((install) => install.storeId === newest.storeId)
  const regions = siblings.flatMap((install) => install.regions)
  if (region === undefined) return { storeId, regionId: defaultRegion(newest), note: null }
  const locked = siblings.find((install) => String(install.regionId) === region)
  const regionId = locked ? locked.regionId : findRegion(regions, region).id
  return { storeId, regionId: String(regionId), note: null }
}

function storeOf(current: CurrentStore | null): string | undefined {
  return current === null ? undefined : String(current.storeId)
}

function isStore({ storeId, storeCode }: Install, wanted: string | undefined): boolean {
  return wanted === undefined || String(storeId) === wanted || storeCode?.toLowerCase() === wanted.toLowerCase()
}

/** A region-scoped install hears of its region only (EVT-011); a store-wide one of all, so the home region stands for them. */
function defaultRegion({ regionId, regions }: Install): string | null {
  const id = regionId ?? (regions.find((one) => one.isDefault) ?? regions[0])?.id
  return id === undefined ? null : String(id)
}

function withoutInstall({ installs, store, region }: Omit<OriginChoice, 'current'>): EventOrigin {
  for (const [flag, value] of [
    ['--store', store],
    ['--region', region],
  ] as const) {
    if (value === undefined || /^[1-9]\d{0,19}$/.test(value)) continue
    throw new AppError('usage.invalid', `${flag} ${escapeCell(value)}: there is no such install here.`, {
      suggestions: [...installedIn(installs), 'Name an id in digits, or run `app install` first.'],
    })
  }
  const madeUp =
    store === undefined ? 'The app is not installed here, so store and region of the event are made up.' : null
  return { storeId: store ?? MADE_UP.storeId, regionId: region ?? MADE_UP.regionId, note: madeUp }
}

function installedIn(installs: readonly Install[]): string[] {
  const codes = new Set(installs.map(({ storeCode, storeId }) => escapeCell(storeCode ?? String(storeId))))
  return codes.size === 0 ? [] : [`It is installed in: ${[...codes].join(', ')}.`]
}
