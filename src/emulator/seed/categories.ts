import { prepared } from '../../storage/statements.ts'
import { freeCategorySlug } from '../store/products/category-slug.ts'
import { goods } from './goods.ts'
import type { Seeding } from './seeding.ts'

/** Categories without products of the seed, one below the other; the last has a required axis, so that it takes only products with variants. */
const branch = ['Clothing', 'Tops', 'T-shirts'] as const

/** The owner's categories, in every region of the store: name to id. */
export function seedCategories({ db }: Seeding): Map<string, number> {
  const ids = new Map<string, number>()
  const add = (name: string, parentId: number | null) => {
    const { lastInsertRowid } = prepared(
      db,
      'INSERT INTO categories (region_id, parent_id, name, slug, sort_order) VALUES (NULL, ?, ?, ?, ?)',
    ).run(parentId, name, freeCategorySlug(db, name), (ids.size + 1) * 10)
    ids.set(name, Number(lastInsertRowid))
    return Number(lastInsertRowid)
  }
  for (const { category } of goods) if (!ids.has(category)) add(category, null)
  branch.reduce<number | null>((parentId, name) => add(name, parentId), null)
  return ids
}
