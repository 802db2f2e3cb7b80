import type { DatabaseSync } from 'node:sqlite'

import { integer, text, textOrNull } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

export interface ShownVariant {
  readonly id: number
  /** Description, such as `Size: M`. */
  readonly words: string
  /** Decimal text in the region's currency. */
  readonly price: string
}

/** Returns a product's variants in a region, each with its own price or the product's. */
export function variantsOf(
  db: DatabaseSync,
  language: string,
  { productId, regionId }: { readonly productId: number; readonly regionId: number },
): ShownVariant[] {
  return prepared(
    db,
    `SELECT v.id, v.combination, coalesce(own.price, c.price) AS price FROM variants v
     JOIN prices c ON c.product_id = v.product_id AND c.variant_id = 0 AND c.region_id = ?2
     LEFT JOIN prices own ON own.product_id = v.product_id AND own.variant_id = v.id AND own.region_id = ?2
     WHERE v.product_id = ?1 ORDER BY v.id`,
  )
    .all(productId, regionId)
    .map((row) => ({
      id: integer(row, 'id'),
      words: inWords(db, language, text(row, 'combination')),
      price: text(row, 'price'),
    }))
}

/** Returns a variant's description, empty without a variant. */
export function variantWords(db: DatabaseSync, language: string, variantId: number | null): string {
  if (variantId === null) return ''
  const row = prepared(db, 'SELECT combination FROM variants WHERE id = ?').get(variantId)
  return row === undefined ? '' : inWords(db, language, text(row, 'combination'))
}

/** Describes a combination with the dictionary's labels in the region's language, or with its keys if there are no labels. */
function inWords(db: DatabaseSync, language: string, combination: string): string {
  // Only the emulator writes this column.
  const pairs = Object.entries(JSON.parse(combination) as Readonly<Record<string, string>>)
  return pairs
    .map(([key, value]) => {
      const row = prepared(db, labels).get({ key, value, language }) ?? {}
      return `${textOrNull(row, 'axis') ?? key}: ${textOrNull(row, 'label') ?? value}`
    })
    .join(', ')
}

const labels = `SELECT
  (SELECT l.label FROM attributes a JOIN attribute_labels l ON l.attribute_id = a.id AND l.language = :language
   WHERE a.attr_key = :key) AS axis,
  (SELECT l.label FROM attributes a JOIN attribute_values v ON v.attribute_id = a.id AND v.value_key = :value
   JOIN attribute_value_labels l ON l.value_id = v.id AND l.language = :language WHERE a.attr_key = :key) AS label`
