import type { DatabaseSync } from 'node:sqlite'

import { integer, integerOrNull, text, textOrNull } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { StorefrontVisit } from '../visit.ts'

export interface ShownCategory {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
}

/** Returns the categories of a region, in the store's order. */
export function listCategories({ db, region }: Pick<StorefrontVisit, 'db' | 'region'>): ShownCategory[] {
  return prepared(
    db,
    `SELECT id, parent_id, name FROM categories WHERE status = 'A' AND (region_id IS NULL OR region_id = ?) ORDER BY sort_order, id`,
  )
    .all(region.id)
    .map((row) => ({ id: integer(row, 'id'), parentId: integerOrNull(row, 'parent_id'), name: text(row, 'name') }))
}

/** Returns the ids of a category and all its descendants. */
export function withDescendants(all: readonly ShownCategory[], id: number): number[] {
  const children = Map.groupBy(all, ({ parentId }) => parentId)
  const ids = new Set([id])
  // A set is iterated while it grows and contains each id once, so a cycle ends.
  for (const one of ids) for (const child of children.get(one) ?? []) ids.add(child.id)
  return [...ids]
}

/** Returns the store's description of a category in a region, or null. */
export function descriptionOf(
  db: DatabaseSync,
  { region }: Pick<StorefrontVisit, 'region'>,
  categoryId: number,
): string | null {
  const row = prepared(
    db,
    'SELECT description_html FROM category_contents WHERE category_id = ? AND region_id = ? AND language = ?',
  ).get(categoryId, region.id, region.languageCode)
  return row === undefined ? null : textOrNull(row, 'description_html')
}
