import type { categories } from '../../../../catalog/resources/categories.ts'
import { integer, integerOrNull, text, type Row } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import { storeWideRegions } from '../../../platform/stores.ts'
import { withRecord, type HandlersFor } from '../../handler.ts'
import { bindAttributes, showAttributes } from './attributes.ts'
import { setContent, showContent } from './content.ts'
import { createCategory } from './create.ts'
import { moveCategory } from './move.ts'
import { namedCategory } from './rows.ts'

export const categoriesHandlers = {
  /** A6: lists categories of the token's or pin's region, or of all regions of the install. A category without a region belongs to every region. */
  list: ({ context, db, caller, regionId }) => {
    const regions = storeWideRegions(context, caller.storeId, caller.countries)
    const isOurs = ({ region_id: of }: Row) => of === null || regionId !== null || regions.some(({ id }) => id === of)
    const rows = prepared(
      db,
      `SELECT id, name, parent_id, region_id FROM categories WHERE ?1 IS NULL OR region_id IS NULL OR region_id = ?1
       ORDER BY sort_order, id`,
    ).all(regionId)
    const items = rows.filter(isOurs).map((row) => ({
      id: integer(row, 'id'),
      name: text(row, 'name'),
      parentId: integerOrNull(row, 'parent_id'),
    }))
    return { success: true, items }
  },

  create: createCategory,
  move: withRecord(namedCategory, moveCategory),
  content: withRecord(namedCategory, showContent),
  'set-content': withRecord(namedCategory, setContent),
  attributes: withRecord(namedCategory, showAttributes),
  'bind-attributes': withRecord(namedCategory, bindAttributes),
} satisfies HandlersFor<typeof categories>
