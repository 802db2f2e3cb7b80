import type { warehouses } from '../../../../catalog/resources/warehouses.ts'
import { flag, integer, text } from '../../../../storage/columns.ts'
import type { HandlersFor } from '../../handler.ts'
import { claimWarehouse } from './claim.ts'
import { createWarehouse } from './create.ts'
import { releaseWarehouse } from './release.ts'
import { visibleWarehouses } from './rows.ts'

export const warehousesHandlers = {
  /** B35, B11: lists warehouses of the token's or pin's region, or of all regions of the install. The app of another warehouse is not revealed. */
  list: (call) => {
    const items = visibleWarehouses(call).map((row) => ({
      id: integer(row, 'id'),
      name: text(row, 'name'),
      code: text(row, 'code'),
      countryCode: text(row, 'country_code'),
      regionId: integer(row, 'region_id'),
      isDefault: flag(row, 'is_default'),
      isVirtual: row['owner_app_key'] !== null,
      isMine: row['owner_app_key'] === call.caller.appKey,
    }))
    const myWarehouseCount = items.filter(({ isMine }) => isMine).length
    return { success: true, items, myWarehouseCount, hint: myWarehouseCount === 0 ? hint : null }
  },
  create: createWarehouse,
  claim: claimWarehouse,
  release: releaseWarehouse,
} satisfies HandlersFor<typeof warehouses>

const hint =
  'You have no warehouse yet. Create one (POST /warehouses) or claim an empty one (POST /warehouses/{id}/claim) before you write stock.'
