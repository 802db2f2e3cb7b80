import type { DatabaseSync } from 'node:sqlite'

import type { CheckedBody } from '../../control/operation.ts'
import type { goods } from '../../control/operations/goods.ts'
import type { ShippingKind } from '../../control/store-contract.ts'
import { transaction } from '../../storage/database.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { unknownRecord } from './unknown-record.ts'

type NewProfile = CheckedBody<typeof goods.addShippingProfile>
type NewPackage = CheckedBody<typeof goods.addShippingPackage>

/** Adds a shipping profile to the store. The first one is the default. Returns its id. */
export function addShippingProfile(context: EmulatorContext, storeId: number, profile: NewProfile): number {
  const db = context.storeDb(storeId)
  return transaction(db, () => {
    const id = insertRow(db, 'shipping_profiles', {
      name: profile.name,
      profile_type: profile.profileType,
    })
    return asDefault(db, 'profile', id, profile.isDefault)
  })
}

/** Adds a package to the store. The first one is the default. Returns its id. */
export function addShippingPackage(context: EmulatorContext, storeId: number, box: NewPackage): number {
  const db = context.storeDb(storeId)
  return transaction(db, () => {
    const id = insertRow(db, 'shipping_packages', {
      name: box.name,
      length_cm: box.lengthCm,
      width_cm: box.widthCm,
      height_cm: box.heightCm,
      empty_weight_g: box.emptyWeightG,
      max_weight_kg: box.maxWeightKg,
    })
    return asDefault(db, 'package', id, box.isDefault)
  })
}

/**
 * Removes a shipping profile or package. Products that used it fall back to the default. If it was the
 * default, the first remaining one replaces it. Raises `emulator.bad-request` for an unknown id.
 */
export function removeShipping(context: EmulatorContext, storeId: number, kind: ShippingKind, id: number): void {
  const db = context.storeDb(storeId)
  const table = tables[kind]
  transaction(db, () => {
    prepared(db, `UPDATE products SET shipping_${kind}_id = NULL WHERE shipping_${kind}_id = ?`).run(id)
    const { changes } = prepared(db, `DELETE FROM ${table} WHERE id = ?`).run(id)
    if (changes === 0) throw unknownRecord(`shipping ${kind} ${id}`, `app call shipping-${kind}s list`)
    prepared(
      db,
      `UPDATE ${table} SET is_default = 1 WHERE id = (SELECT min(id) FROM ${table})
       AND NOT EXISTS (SELECT 1 FROM ${table} WHERE is_default = 1)`,
    ).run()
  })
}

const tables: Readonly<Record<ShippingKind, string>> = { profile: 'shipping_profiles', package: 'shipping_packages' }

/** Makes the profile or package the only default, if requested or if there is no default. */
function asDefault(db: DatabaseSync, kind: ShippingKind, id: number, isWanted: boolean): number {
  const table = tables[kind]
  if (isWanted || prepared(db, `SELECT 1 FROM ${table} WHERE is_default = 1`).get() === undefined) {
    prepared(db, `UPDATE ${table} SET is_default = (id = ?)`).run(id)
  }
  return id
}
