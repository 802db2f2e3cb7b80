import type { categories } from '../../../../catalog/resources/categories.ts'
import { integer, text } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { insertRow, prepared } from '../../../../storage/statements.ts'
import { freeCategorySlug } from '../../../store/products/category-slug.ts'
import type { Call } from '../../handler.ts'
import { rowId } from '../../id.ts'
import { invalid, Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'
import { categoryIn } from './rows.ts'

interface Answer {
  readonly success: true
  readonly id: number
  readonly created: boolean
  readonly slug: string
  readonly status: string
}

/**
 * Creates a category in the region, in its language (CAT-014). An existing category with the same
 * name and parent is returned unchanged, no matter which app created it (CAT-015, CAT-016).
 */
export function createCategory(call: Call<typeof categories.create>): Answer | Refusal {
  const { db, caller, body } = call
  const region = selectedRegion(call)
  if (region instanceof Refusal) return region
  return transaction(db, () => {
    const parent = body.parentId == null ? null : categoryIn(db, rowId(body.parentId), region.id)
    if (parent === null && body.parentId != null) return invalid('parentId is not a category in this region.')
    const parentId = parent?.id ?? null
    const known = prepared(
      db,
      `SELECT id, slug, status FROM categories
       WHERE name = ?1 AND parent_id IS ?2 AND (region_id IS NULL OR region_id = ?3) ORDER BY id LIMIT 1`,
    ).get(body.name, parentId, region.id)
    if (known !== undefined) {
      return {
        success: true,
        id: integer(known, 'id'),
        created: false,
        slug: text(known, 'slug'),
        status: text(known, 'status'),
      }
    }
    const slug = freeCategorySlug(db, body.name)
    const id = insertRow(db, 'categories', {
      region_id: region.id,
      parent_id: parentId,
      name: body.name,
      slug,
      sort_order: body.sortOrder,
      created_by: caller.appKey,
    })
    return { success: true, id, created: true, slug, status: 'A' }
  })
}
