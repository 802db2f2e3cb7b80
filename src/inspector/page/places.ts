import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { NamedStores } from '../api.ts'
import { get } from './api.ts'

const none: NamedStores = { stores: {}, regions: {} }

let names = none

/** Loads the names of stores and regions; keeps the known ones when that fails. */
export async function loadPlaces(): Promise<void> {
  names = await get<NamedStores>('/api/places').catch(() => names)
}

/** `demo (1001)`, or the number alone. */
export function storeName(id: string, from: DeliveryTarget | null = null): string {
  return nameIn(namesOf(from).stores, id)
}

/** `tr (7)`, or the number alone. */
export function regionName(id: string, from: DeliveryTarget | null = null): string {
  return nameIn(namesOf(from).regions, id)
}

/** The names that hold for what came from this platform; null for one that nobody wrote down. */
function namesOf(from: DeliveryTarget | null): NamedStores {
  return from === null || (names.target ?? from) === from ? names : none
}

function nameIn(known: Readonly<Record<string, string>>, id: string): string {
  return Object.hasOwn(known, id) ? `${known[id]} (${id})` : id
}

/** For one line: `demo · tr`, or `store 1001, region 7` where the names are not known. */
export function placeLine(storeId: string, regionId: string | null, from: DeliveryTarget | null = null): string {
  const { stores, regions } = namesOf(from)
  const where = stores[storeId] ?? `store ${storeId}`
  return regionId === null ? where : `${where}, ${regions[regionId] ?? `region ${regionId}`}`
}
