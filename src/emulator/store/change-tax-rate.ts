import type { StoreTaxRule } from '../../control/store-contract.ts'
import { AppError } from '../../errors.ts'
import { flag, integer, text } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { prepared, rowById, updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { unknownRecord } from './unknown-record.ts'

/**
 * Changes a rate: deactivates the old row and adds one with a new id (document 2, GET tax-rules). Products of the old row use the new one. An
 * app's saved copy of the old id is no longer valid. Raises `emulator.bad-request` for an unknown rule, `emulator.conflict` for an old one.
 */
export function changeTaxRate(
  context: EmulatorContext,
  storeId: number,
  taxRuleId: number,
  rate: string,
): StoreTaxRule {
  const db = context.storeDb(storeId)
  return transaction(db, () => {
    const old = rowById(db, 'tax_rules', taxRuleId)
    if (old === undefined) throw unknownRecord(`tax rule ${taxRuleId}`, 'app call tax-rules list')
    if (old['active'] === 0) {
      throw new AppError('emulator.conflict', `The tax rule ${taxRuleId} is inactive, because its rate was changed.`)
    }
    updateRows(db, 'tax_rules', { id: taxRuleId }, { active: 0, is_default: 0 })
    const { lastInsertRowid } = prepared(
      db,
      `INSERT INTO tax_rules (region_id, name, rate, is_default, description)
       SELECT region_id, name, ?, ?, description FROM tax_rules WHERE id = ?`,
    ).run(rate, integer(old, 'is_default'), taxRuleId)
    const id = Number(lastInsertRowid)
    updateRows(db, 'product_tax_rules', { tax_rule_id: taxRuleId }, { tax_rule_id: id })
    return {
      id,
      regionId: integer(old, 'region_id'),
      name: text(old, 'name'),
      rate,
      isDefault: flag(old, 'is_default'),
      replaced: taxRuleId,
    }
  })
}
