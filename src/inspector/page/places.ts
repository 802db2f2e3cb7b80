import type { NamedStores } from '../api.ts'
import { get } from './api.ts'

let names: NamedStores = { stores: {}, regions: {} }

/** Loads the names of stores and regions; keeps the known ones when that fails. */
export async function loadPlaces(): Promise<void> {
  names = await get<NamedStores>('/api/places').catch(() => names)
}

/** `demo (1001)`, or the number alone. */
export function storeName(id: string): string {
  return nameIn(names.stores, id)
}

/** `tr (7)`, or the number alone. */
export function regionName(id: string): string {
  return nameIn(names.regions, id)
}

function nameIn(known: Readonly<Record<string, string>>, id: string): string {
  return Object.hasOwn(known, id) ? `${known[id]} (${id})` : id
}

/** For one line: `demo · tr`, or `store 1001, region 7` where the names are not known. */
export function placeLine(storeId: string, regionId: string | null): string {
  const store = names.stores[storeId]
  const region = regionId === null ? null : names.regions[regionId]
  const where = store ?? `store ${storeId}`
  return regionId === null ? where : `${where}, ${region ?? `region ${regionId}`}`
}
