import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { NamedStores } from '../api.ts'
import { get } from './api.ts'

const none: NamedStores = { stores: {}, regions: {} }

let names = none

/** Loads the names of stores and regions. If that fails, the known names stay. */
export async function loadPlaces(): Promise<void> {
  names = await get<NamedStores>('/api/places').catch(() => names)
}

/** Returns `demo (1001)`, or only the number. */
export function storeName(id: string, from: DeliveryTarget | null = null): string {
  return nameIn(namesOf(from).stores, id)
}

/** Returns `tr (7)`, or only the number. */
export function regionName(id: string, from: DeliveryTarget | null = null): string {
  return nameIn(namesOf(from).regions, id)
}

/** Returns the names for rows from this platform, or null if there are none. */
function namesOf(from: DeliveryTarget | null): NamedStores {
  return from === null || (names.target ?? from) === from ? names : none
}

function nameIn(known: Readonly<Record<string, string>>, id: string): string {
  return Object.hasOwn(known, id) ? `${known[id]} (${id})` : id
}

/** Returns one line: `demo · tr`, or `store 1001, region 7` if the names are unknown. */
export function placeLine(storeId: string, regionId: string | null, from: DeliveryTarget | null = null): string {
  const { stores, regions } = namesOf(from)
  const where = stores[storeId] ?? `store ${storeId}`
  return regionId === null ? where : `${where}, ${regions[regionId] ?? `region ${regionId}`}`
}
