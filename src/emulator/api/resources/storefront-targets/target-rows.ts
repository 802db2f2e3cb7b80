import type { DatabaseSync } from 'node:sqlite'

import type { targetTypes } from '../../../../catalog/resources/storefront-targets.ts'
import { integer, text, textOrNull } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import { slugOf } from '../../../../text/slug.ts'

export interface TargetRow {
  readonly type: (typeof targetTypes)[number]
  readonly id: number
  readonly title: string
  /** Last part of its path, null or empty if it has none. */
  readonly slug: string | null
  readonly imageUrl: string | null
}

const SLUG_LENGTH = 80

/** Reads the storefront targets of one type in a region, by id: published products with a price there, its categories, its pages in its language. */
export function targetRows(db: DatabaseSync, type: TargetRow['type'], regionId: number, language: string): TargetRow[] {
  const values = type === 'product' || type === 'category' ? [regionId] : [regionId, type, language]
  return prepared(db, queries[type])
    .all(...values)
    .map((row) => {
      const id = integer(row, 'id')
      const title = text(row, 'title')
      const imageUrl = textOrNull(row, 'image_url')
      return { type, id, title, imageUrl, slug: type === 'product' ? productSlug(id, title) : textOrNull(row, 'slug') }
    })
}

/** Builds a slug from the name and the id, because two products may share a name. Returns null if the name has no usable word. */
function productSlug(id: number, name: string): string | null {
  const words = slugOf(name, SLUG_LENGTH)
  return words === '' ? null : `${words}-${id}`
}

const pages = `
  SELECT p.id, t.title, t.slug, p.image_url FROM storefront_pages p
  JOIN storefront_page_texts t ON t.page_id = p.id AND t.language = ?3
  WHERE p.type = ?2 AND (p.region_id IS NULL OR p.region_id = ?1) ORDER BY p.id`

const queries: Readonly<Record<TargetRow['type'], string>> = {
  product: `
    SELECT p.id, p.name AS title, p.image_url FROM products p
    JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ? WHERE p.status = 'A' ORDER BY p.id`,
  category: `
    SELECT id, name AS title, slug, NULL AS image_url FROM categories
    WHERE status = 'A' AND (region_id IS NULL OR region_id = ?) ORDER BY id`,
  content: pages,
  page: pages,
}
