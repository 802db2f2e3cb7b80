import type { warehouses } from '../../../catalog/warehouses.ts'
import { integer, text, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { regionsOf, supportedRegions } from '../../registry/stores.ts'
import type { HandlersFor } from '../handler.ts'

export const warehousesHandlers = {
  /** B35, B11: of the region of the token or pin; of all regions of the install without one. Whose a foreign warehouse is, nobody is told. */
  list: ({ world, db, caller, regionId }) => {
    const regions = supportedRegions(regionsOf(world, caller.storeId), caller.countries)
    const isOurs = (row: Row) => regionId !== null || regions.some(({ id }) => id === row['region_id'])
    const rows = prepared(
      db,
      'SELECT * FROM warehouses WHERE ?1 IS NULL OR region_id = ?1 ORDER BY is_default DESC, name, id',
    ).all(regionId)
    const items = rows.filter(isOurs).map((row) => ({
      id: integer(row, 'id'),
      name: text(row, 'name'),
      code: text(row, 'code'),
      countryCode: text(row, 'country_code'),
      regionId: integer(row, 'region_id'),
      isDefault: row['is_default'] === 1,
      isVirtual: row['owner_app_key'] !== null,
      isMine: row['owner_app_key'] === caller.appKey,
    }))
    const myWarehouseCount = items.filter(({ isMine }) => isMine).length
    return { success: true, items, myWarehouseCount, hint: myWarehouseCount === 0 ? hint : null }
  },
} satisfies HandlersFor<typeof warehouses>

const hint =
  'No warehouse is yours yet: create one (POST /warehouses) or claim an empty one (POST /warehouses/{id}/claim) before you write stock.'
