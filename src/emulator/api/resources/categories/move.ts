import type { DatabaseSync } from 'node:sqlite'

import type { InputOf, ResponseOf } from '../../../../catalog/endpoint.ts'
import { codes } from '../../../../catalog/errors.ts'
import type { categories } from '../../../../catalog/resources/categories.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared, updateRows } from '../../../../storage/statements.ts'
import { writeAudit } from '../../../store/audit.ts'
import type { Call } from '../../handler.ts'
import { rowId } from '../../id.ts'
import { conflict, invalid, Refusal } from '../../rejection.ts'
import { categoryIn, type CategoryRow, type NamedCategory } from './rows.ts'

type Move = Call<typeof categories.move>
type MoveTarget = InputOf<typeof categories.move>['body']['target']

/**
 * Moves a category below another one or to the root, and changes nothing else (CAT-039, CAT-040). A category that
 * is already there stays: a replay must be recognized before `expectedCurrent` is compared, or it would fail (B31).
 */
export function moveCategory(
  { context, db, caller, body }: Move,
  { category, region }: NamedCategory,
): ResponseOf<typeof categories.move> | Refusal {
  if (!body.userConfirmed) return invalid('userConfirmed must be true. The store owner must confirm the change.')
  const target = findParent(db, body.target, region.id)
  if (target === undefined) return invalid('target is not a category in this region.')
  const targetParentId = target?.id ?? null
  if (!isWideEnough(target, category) && !isInside(db, targetParentId, category)) {
    return invalid('target exists in one region only, but the category to move exists in all regions.')
  }
  const moved = targetParentId !== category.parentId
  const problem = moved ? findProblem(db, { category, targetParentId, expected: body.expectedCurrent }) : null
  if (problem !== null) return problem
  const at = context.now().getTime()
  const place = { previousParentId: category.parentId, targetParentId, moved }
  const { id, evidenceDigest } = transaction(db, () => {
    if (moved) updateRows(db, 'categories', { id: category.id }, { parent_id: targetParentId })
    return writeAudit(db, {
      kind: 'category-move',
      subjectId: category.id,
      appKey: caller.appKey,
      regionId: region.id,
      evidence: body.evidence,
      details: place,
      at,
    })
  })
  const confirmedAt = new Date(at).toISOString()
  return {
    success: true,
    categoryId: category.id,
    ...place,
    idempotent: !moved,
    audit: { id, evidenceDigest, sourceApp: caller.appKey, regionId: region.id, confirmedAt },
  }
}

/** Returns the target's category, null for the root, or undefined if the region has no such category. */
function findParent(db: DatabaseSync, { id }: MoveTarget, regionId: number): CategoryRow | null | undefined {
  return id == null ? null : (categoryIn(db, rowId(id), regionId) ?? undefined)
}

/** A category of every region needs a parent of every region. Otherwise its parent would be missing in some regions (CAT-018). */
function isWideEnough(target: CategoryRow | null, { regionId }: CategoryRow): boolean {
  return target === null || target.regionId === null || target.regionId === regionId
}

/** Returns whether the target is the category itself or below it. */
function isInside(db: DatabaseSync, place: number | null, { id }: CategoryRow): boolean {
  const row = prepared(
    db,
    `WITH RECURSIVE up (id) AS (SELECT ?1 UNION SELECT c.parent_id FROM categories c JOIN up ON c.id = up.id)
     SELECT 1 FROM up WHERE id = ?2`,
  ).get(place, id)
  return row !== undefined
}

interface WantedMove {
  readonly category: CategoryRow
  readonly targetParentId: number | null
  readonly expected: MoveTarget
}

/** CAT-041 to CAT-043: moved by another caller meanwhile, moved into itself, or placed next to one of the same name. */
function findProblem(db: DatabaseSync, { category, targetParentId, expected }: WantedMove): Refusal | null {
  // No category has the id -1. An id beyond the valid range is never the category's current parent.
  const expectedId = expected.id == null ? null : (rowId(expected.id) ?? -1)
  if (expectedId !== category.parentId) {
    return new Refusal(409, 'parent-changed', {
      message: 'The category has moved since expectedCurrent was read.',
      code: codes.categoryParentChanged,
    })
  }
  if (isInside(db, targetParentId, category)) {
    return conflict('move-below-itself', 'A category cannot be moved below itself.')
  }
  const namesake = prepared(
    db,
    `SELECT 1 FROM categories
     WHERE parent_id IS ?1 AND name = ?2 AND (?3 IS NULL OR region_id IS NULL OR region_id = ?3)`,
  ).get(targetParentId, category.name, category.regionId)
  if (namesake === undefined) return null
  return conflict('name-taken', 'The target already has a category with this name.')
}
