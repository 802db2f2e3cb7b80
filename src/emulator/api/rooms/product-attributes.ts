import type { DatabaseSync } from 'node:sqlite'

import { integer, text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { invalid, type Refusal } from '../refusal.ts'
import type { ProductBody } from './product-fields.ts'

export interface AttributeFacts {
  readonly categoryId: number | null
  readonly attributes: NonNullable<ProductBody['attributes']>
}

/** Ids of the values that `attributes` names (N21), or a 400 for an unknown key or valueKey and for a list where one value belongs. Reads only. */
export function readAttributes(db: DatabaseSync, { categoryId, attributes }: AttributeFacts): number[] | Refusal {
  const ids: number[] = []
  for (const [key, sent] of Object.entries(attributes)) {
    const attribute = prepared(
      db,
      `SELECT a.id, c.is_multi FROM attributes a LEFT JOIN category_attributes c ON c.attribute_id = a.id AND c.category_id = ?
       WHERE a.attr_key = ?`,
    ).get(categoryId, key)
    if (attribute === undefined) return invalid('attributes has a key that is no attribute of this store.')
    if (Array.isArray(sent) && attribute['is_multi'] !== 1) {
      return invalid('attributes has a list for an attribute that takes one value in this category.')
    }
    for (const valueKey of new Set(Array.isArray(sent) ? sent : [sent])) {
      const value = prepared(db, 'SELECT id FROM attribute_values WHERE attribute_id = ? AND value_key = ?').get(
        integer(attribute, 'id'),
        valueKey,
      )
      if (value === undefined) return invalid('attributes has a value that is no valueKey of its attribute.')
      ids.push(integer(value, 'id'))
    }
  }
  return ids
}

export interface CategoryFacts {
  readonly categoryId: number | null
  /** Empty for a simple product. */
  readonly axes: readonly string[]
  /** Of the product itself, not of its variants. */
  readonly valueIds: readonly number[]
}

/**
 * Why a product cannot be in its category, or null: a required axis must be in every combination, so that a simple product has no place there (PROD-073,
 * PROD-089), and each other required attribute must have a value.
 */
export function categoryProblem(db: DatabaseSync, { categoryId, axes, valueIds }: CategoryFacts): Refusal | null {
  if (categoryId === null) return null
  const required = prepared(
    db,
    `SELECT a.id, a.attr_key, c.attr_type FROM category_attributes c JOIN attributes a ON a.id = c.attribute_id
     WHERE c.category_id = ? AND c.is_required = 1 ORDER BY c.sort_order, a.id`,
  ).all(categoryId)
  for (const row of required) {
    const key = text(row, 'attr_key')
    if (row['attr_type'] === 'variant') {
      if (axes.length === 0) return invalid(`The category takes only products with variants, on the axis ${key}.`)
      if (!axes.includes(key)) return invalid(`The category needs the axis ${key} in every combination.`)
    } else if (!valueIds.some((id) => isValueOf(db, id, integer(row, 'id')))) {
      return invalid(`The category needs a value of the attribute ${key}.`)
    }
  }
  return null
}

function isValueOf(db: DatabaseSync, valueId: number, attributeId: number): boolean {
  const row = prepared(db, 'SELECT 1 FROM attribute_values WHERE id = ? AND attribute_id = ?').get(valueId, attributeId)
  return row !== undefined
}

/** What is said of the product itself. */
export function valuesOf(db: DatabaseSync, productId: number): number[] {
  return prepared(db, 'SELECT value_id FROM product_attributes WHERE product_id = ? AND variant_id = 0')
    .all(productId)
    .map((row) => integer(row, 'value_id'))
}

/** Says this of a product, or of one of its variants, and nothing else. Inside a transaction. */
export function writeValues(
  db: DatabaseSync,
  { productId, variantId }: { readonly productId: number; readonly variantId: number },
  valueIds: readonly number[],
): void {
  prepared(db, 'DELETE FROM product_attributes WHERE product_id = ? AND variant_id = ?').run(productId, variantId)
  for (const valueId of valueIds) {
    prepared(db, 'INSERT INTO product_attributes (product_id, variant_id, value_id) VALUES (?, ?, ?)').run(
      productId,
      variantId,
      valueId,
    )
  }
}
