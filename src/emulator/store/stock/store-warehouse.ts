import type { DatabaseSync } from 'node:sqlite'

import type { CheckedBody } from '../../../control/operation.ts'
import type { goods } from '../../../control/operations/goods.ts'
import type { StoreWarehouse } from '../../../control/store-contract.ts'
import { AppError } from '../../../errors.ts'
import { flag, integer, type Row, text, textOrNull } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { insertRow, prepared, rowById } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { chooseRegion } from '../choose-region.ts'
import { unknownRecord } from '../unknown-record.ts'
import { defaultWarehouse } from './stock.ts'

type NewWarehouse = CheckedBody<typeof goods.createWarehouse>

/** Creates an empty, store-managed warehouse in a region. The first is the default. Raises `emulator.bad-request`, `emulator.conflict` for a code in use. */
export function createWarehouse(context: EmulatorContext, storeId: number, input: NewWarehouse): StoreWarehouse {
  const { name, code, region: wanted } = input
  const region = chooseRegion(context, storeId, wanted)
  const db = context.storeDb(storeId)
  return transaction(db, () => {
    const isFirst = defaultWarehouse(db) === null
    const id = insertRow(db, 'warehouses', {
      name,
      code: freeCode(db, region.code, code),
      country_code: region.countryCode,
      region_id: region.id,
      is_default: isFirst ? 1 : 0,
    })
    return readWarehouse(db, id)
  })
}

/** Makes a warehouse the store's only default. Raises `emulator.bad-request`, and `emulator.conflict` for a warehouse that an app manages. */
export function makeDefaultWarehouse(context: EmulatorContext, storeId: number, warehouseId: number): StoreWarehouse {
  const db = context.storeDb(storeId)
  return transaction(db, () => {
    const { ownerAppKey } = readWarehouse(db, warehouseId)
    if (ownerAppKey !== null) {
      throw new AppError('emulator.conflict', `The warehouse ${warehouseId} is managed by ${ownerAppKey}.`)
    }
    prepared(db, 'UPDATE warehouses SET is_default = (id = ?)').run(warehouseId)
    return readWarehouse(db, warehouseId)
  })
}

function freeCode(db: DatabaseSync, region: string, wanted: string | undefined): string {
  const isTaken = (code: string) => prepared(db, 'SELECT 1 FROM warehouses WHERE code = ?').get(code) !== undefined
  if (wanted !== undefined) {
    if (isTaken(wanted)) throw new AppError('emulator.conflict', `The store already has a warehouse ${wanted}.`)
    return wanted
  }
  let number = 1
  while (isTaken(`${region}-${number}`)) number++
  return `${region}-${number}`
}

function readWarehouse(db: DatabaseSync, id: number): StoreWarehouse {
  const row = rowById(db, 'warehouses', id)
  if (row === undefined) throw unknownRecord(`warehouse ${id}`, 'app call warehouses list')
  return warehouseOf(row)
}

function warehouseOf(row: Row): StoreWarehouse {
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    code: text(row, 'code'),
    countryCode: text(row, 'country_code'),
    regionId: integer(row, 'region_id'),
    isDefault: flag(row, 'is_default'),
    ownerAppKey: textOrNull(row, 'owner_app_key'),
  }
}
