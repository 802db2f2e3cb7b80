import type { DatabaseSync } from 'node:sqlite'

import type { StoreRegion } from '../../../../control/contract.ts'
import { integer, integerOrNull, text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { Onlooker } from '../../handler.ts'
import { idOf } from '../../id.ts'
import { notFound, Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'

export interface CategoryRow {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  /** Null for a category of every region. */
  readonly regionId: number | null
}

/** Returns the category with this id if it is in the region, else null. */
export function categoryIn(db: DatabaseSync, id: number | null, regionId: number): CategoryRow | null {
  const row = prepared(
    db,
    'SELECT id, name, parent_id, region_id FROM categories WHERE id = ?1 AND (region_id IS NULL OR region_id = ?2)',
  ).get(id, regionId)
  if (row === undefined) return null
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    parentId: integerOrNull(row, 'parent_id'),
    regionId: integerOrNull(row, 'region_id'),
  }
}

type CategoryCall = Onlooker & { readonly params: { readonly id: string } }

export interface NamedCategory {
  readonly category: CategoryRow
  readonly region: StoreRegion
}

/** Finds the path's category and the region of the request: 400 without a region, 404 for a category of another region (B18). */
export function namedCategory(call: CategoryCall): NamedCategory | Refusal {
  const region = selectedRegion(call)
  if (region instanceof Refusal) return region
  const category = categoryIn(call.db, idOf(call.params.id), region.id)
  return category === null ? notFound('category-not-found') : { category, region }
}
