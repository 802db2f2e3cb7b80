import type { DatabaseSync } from 'node:sqlite'

import { flag, integer, text } from '../../../../storage/columns.ts'
import { insertRow, prepared } from '../../../../storage/statements.ts'
import { invalid, type Refusal } from '../../rejection.ts'
import type { ProductBody } from './fields.ts'

/** One attribute of a product: a dictionary value, or free text if the attribute has no values. */
export type AttributeAssignment =
  | { readonly attributeId: number; readonly valueId: number }
  | { readonly attributeId: number; readonly words: string }

export interface AttributeFacts {
  readonly categoryId: number | null
  readonly attributes: NonNullable<ProductBody['attributes']>
}

/**
 * Reads `attributes` (N21). Returns a 400 for an unknown key or valueKey, or a list instead of one
 * value. An attribute without values accepts any text (CAT-074). Only reads.
 */
export function readAttributes(
  db: DatabaseSync,
  { categoryId, attributes }: AttributeFacts,
): AttributeAssignment[] | Refusal {
  const all: AttributeAssignment[] = []
  for (const [key, sent] of Object.entries(attributes)) {
    const attribute = prepared(
      db,
      `SELECT a.id, c.is_multi FROM attributes a LEFT JOIN category_attributes c ON c.attribute_id = a.id AND c.category_id = ?
       WHERE a.attr_key = ?`,
    ).get(categoryId, key)
    if (attribute === undefined) return invalid('attributes contains a key that is not an attribute in this store.')
    if (Array.isArray(sent) && !flag(attribute, 'is_multi')) {
      return invalid(`attributes.${key} must not be an array, because the category allows only one value.`)
    }
    for (const value of new Set(Array.isArray(sent) ? sent : [sent])) {
      const assignment = readValue(db, integer(attribute, 'id'), value)
      if (assignment === null) return invalid(`attributes.${key} is not a valueKey of this attribute.`)
      all.push(assignment)
    }
  }
  return all
}

function readValue(db: DatabaseSync, attributeId: number, sent: string): AttributeAssignment | null {
  const value = prepared(db, 'SELECT id FROM attribute_values WHERE attribute_id = ? AND value_key = ?').get(
    attributeId,
    sent,
  )
  if (value !== undefined) return { attributeId, valueId: integer(value, 'id') }
  const isFree = prepared(db, 'SELECT 1 FROM attribute_values WHERE attribute_id = ?').get(attributeId) === undefined
  return isFree && sent !== '' ? { attributeId, words: sent } : null
}

export interface CategoryFacts {
  readonly categoryId: number | null
  /** Empty for a simple product. */
  readonly axes: readonly string[]
  /** Ids of the product's attributes. */
  readonly assigned: ReadonlySet<number>
}

/**
 * Returns why a product is not allowed in its category, or null. Each combination needs every required axis,
 * so a simple product is not allowed there (PROD-073, PROD-089). Each other required attribute needs a value.
 */
export function categoryProblem(db: DatabaseSync, { categoryId, axes, assigned }: CategoryFacts): Refusal | null {
  if (categoryId === null) return null
  const required = prepared(
    db,
    `SELECT a.id, a.attr_key, c.attr_type FROM category_attributes c JOIN attributes a ON a.id = c.attribute_id
     WHERE c.category_id = ? AND c.is_required = 1 ORDER BY c.sort_order, a.id`,
  ).all(categoryId)
  for (const row of required) {
    const key = text(row, 'attr_key')
    if (row['attr_type'] === 'variant') {
      if (axes.length === 0) return invalid(`The category accepts only products with variants on the axis ${key}.`)
      if (!axes.includes(key)) return invalid(`The category requires the axis ${key} in every combination.`)
    } else if (!assigned.has(integer(row, 'id'))) {
      return invalid(`The category requires a value for the attribute ${key}.`)
    }
  }
  return null
}

/** Returns the ids of the product's own attributes. */
export function attributesOf(db: DatabaseSync, productId: number): Set<number> {
  const rows = prepared(
    db,
    `SELECT v.attribute_id FROM product_attributes p JOIN attribute_values v ON v.id = p.value_id
     WHERE p.product_id = ?1 AND p.variant_id = 0
     UNION SELECT attribute_id FROM product_attribute_texts WHERE product_id = ?1`,
  ).all(productId)
  return new Set(rows.map((row) => integer(row, 'attribute_id')))
}

/** Replaces a product's attributes. The caller must open a transaction. */
export function writeAttributes(db: DatabaseSync, productId: number, all: readonly AttributeAssignment[]): void {
  prepared(db, 'DELETE FROM product_attributes WHERE product_id = ? AND variant_id = 0').run(productId)
  prepared(db, 'DELETE FROM product_attribute_texts WHERE product_id = ?').run(productId)
  for (const assignment of all) {
    if ('valueId' in assignment) writeValue(db, { productId, variantId: 0, valueId: assignment.valueId })
    else {
      insertRow(db, 'product_attribute_texts', {
        product_id: productId,
        attribute_id: assignment.attributeId,
        text: assignment.words,
      })
    }
  }
}

interface NewValue {
  readonly productId: number
  /** 0 for the product itself. */
  readonly variantId: number
  readonly valueId: number
}

/** Adds a value to a product or one of its variants. The caller must open a transaction. */
export function writeValue(db: DatabaseSync, { productId, variantId, valueId }: NewValue): void {
  insertRow(db, 'product_attributes', { product_id: productId, variant_id: variantId, value_id: valueId })
}
