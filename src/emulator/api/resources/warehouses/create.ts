import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

import { limits } from '../../../../catalog/limits.ts'
import type { warehouses } from '../../../../catalog/resources/warehouses.ts'
import { insertRow, prepared } from '../../../../storage/statements.ts'
import { availableName } from '../../../../text/available-name.ts'
import type { EmulatorContext } from '../../../context.ts'
import type { Call } from '../../handler.ts'
import { invalid, Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'

/** Creates a warehouse in the request's region. It belongs to the app and is never the store's default, not even as the only one (WH-023, WH-027). */
export function createWarehouse(call: Call<typeof warehouses.create>) {
  const { context, db, caller, body } = call
  const region = selectedRegion(call)
  if (region instanceof Refusal) return region
  if (body.name.trim() === '') return invalid('name is empty.')
  const name = firstCharacters(body.name, limits.warehouseNameLength)
  const code = freeCode(db, codeStem(context, caller.appKey))
  const id = insertRow(db, 'warehouses', {
    name,
    code,
    country_code: region.countryCode,
    region_id: region.id,
    is_default: 0,
    owner_app_key: caller.appKey,
  })
  return { success: true, id, name, code, regionId: region.id, isMine: true, message: 'The warehouse was created.' }
}

/** Returns the first `count` code points, so that no character is split. */
function firstCharacters(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}

/**
 * Returns the same stem for every code of an app (WH-024). Every app sees all codes, so the stem must not identify the app
 * (WH-016). It includes the emulator's id, because otherwise an app key could be guessed by trying keys until a code matches.
 */
function codeStem({ id }: EmulatorContext, appKey: string): string {
  return `app-${createHash('sha256').update(`${id}\n${appKey}`).digest('hex').slice(0, 10)}`
}

/** WH-025: adds a counter from the second warehouse on. */
function freeCode(db: DatabaseSync, stem: string): string {
  return availableName(stem, (code) => prepared(db, 'SELECT 1 FROM warehouses WHERE code = ?').get(code) !== undefined)
}
