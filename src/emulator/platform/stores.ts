import type { Store, StoreRegion } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { flag, integer, type Row, text, textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { EmulatorContext } from '../context.ts'

/** Returns the store with this code, or with this id if a number is given, or null if it does not exist. */
export function findStore(context: EmulatorContext, codeOrId: string | number): Store | null {
  const column = typeof codeOrId === 'number' ? 'id' : 'code'
  const row = prepared(context.registry, `SELECT * FROM stores WHERE ${column} = ?`).get(codeOrId)
  return row === undefined ? null : readStore(context, row)
}

/** Like `findStore`. Raises `emulator.unknown-store`. */
export function getStore(context: EmulatorContext, codeOrId: string | number): Store {
  const store = findStore(context, codeOrId)
  if (store !== null) return store
  throw new AppError('emulator.unknown-store', `This emulator has no store ${codeOrId}.`, {
    suggestions: ['app store list', 'app store open --name Demo'],
  })
}

/** Lists all stores in the order in which they were opened. */
export function listStores(context: EmulatorContext): Store[] {
  return prepared(context.registry, 'SELECT * FROM stores ORDER BY id')
    .all()
    .map((row) => readStore(context, row))
}

/** Lists the store's active regions, the home region first. */
export function listRegions({ registry }: Pick<EmulatorContext, 'registry'>, storeId: number): StoreRegion[] {
  return prepared(registry, 'SELECT * FROM regions WHERE store_id = ? AND active = 1 ORDER BY is_default DESC, id')
    .all(storeId)
    .map(readRegion)
}

/** Lists all regions of the store, including closed ones, the home region first. */
export function listAllRegions({ registry }: EmulatorContext, storeId: number): readonly StoreRegion[] {
  return readRegions(registry, String(storeId))
}

/** Cached in memory, because most API calls need them and regions hardly ever change. */
const readRegions = readWhileUnchanged((registry, storeId): readonly StoreRegion[] =>
  prepared(registry, 'SELECT * FROM regions WHERE store_id = ? ORDER BY is_default DESC, id')
    .all(Number(storeId))
    .map(readRegion),
)

/** Returns the regions in which an app with these countries can be installed: those within them, or all for a global app (APP-003, A19). */
export function supportedRegions(regions: readonly StoreRegion[], countries: readonly string[]): StoreRegion[] {
  return regions.filter((region) => countries.length === 0 || countries.includes(region.countryCode))
}

/** Returns the regions that a store-wide install reaches: the active ones in supported countries, or all active ones in the other interpretation of A19. */
export function storeWideRegions(
  context: Pick<EmulatorContext, 'registry' | 'settings'>,
  storeId: number,
  countries: readonly string[],
): StoreRegion[] {
  return supportedRegions(
    listRegions(context, storeId),
    context.settings().storeWideRegions === 'supported' ? countries : [],
  )
}

function readStore(context: EmulatorContext, row: Row): Store {
  const id = integer(row, 'id')
  return {
    id,
    code: text(row, 'code'),
    name: text(row, 'name'),
    domain: text(row, 'domain'),
    regions: listRegions(context, id),
  }
}

function readRegion(row: Row): StoreRegion {
  return {
    id: integer(row, 'id'),
    code: text(row, 'code'),
    countryCode: text(row, 'country_code'),
    currencyCode: text(row, 'currency_code'),
    languageCode: text(row, 'language_code'),
    domain: textOrNull(row, 'domain'),
    isDefault: flag(row, 'is_default'),
  }
}
