import type { taxRules } from '../../../catalog/resources/tax-rules.ts'
import { decimal, flag, integer, text, textOrNull } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { HandlersFor } from '../handler.ts'

export const taxRulesHandlers = {
  /** Lists only active rules, because a changed rate leaves its old row. */
  list: ({ db, regionId }) => {
    const items = prepared(
      db,
      'SELECT * FROM tax_rules WHERE active = 1 AND (?1 IS NULL OR region_id = ?1) ORDER BY is_default DESC, name, id',
    )
      .all(regionId)
      .map((row) => ({
        id: integer(row, 'id'),
        name: text(row, 'name'),
        rate: decimal(row, 'rate'),
        isDefault: flag(row, 'is_default'),
        description: textOrNull(row, 'description'),
      }))
    return { success: true, totalCount: items.length, items, hint: items.length === 0 ? hint : null }
  },
} satisfies HandlersFor<typeof taxRules>

const hint = 'The region has no active tax rule. The store owner can add one in the admin.'
