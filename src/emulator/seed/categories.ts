import { insertRow } from '../../storage/statements.ts'
import { freeCategorySlug } from '../store/products/category-slug.ts'
import { goods } from './goods.ts'
import type { Seeding } from './seeding.ts'

/** Nested categories without products. The last one has a required axis, so that it accepts only products with variants. */
const branch = ['Clothing', 'Tops', 'T-shirts'] as const

/** Creates the owner's categories, in every region of the store. Returns name to id. */
export function seedCategories({ db }: Seeding): Map<string, number> {
  const ids = new Map<string, number>()
  const add = (name: string, parentId: number | null) => {
    const id = insertRow(db, 'categories', {
      region_id: null,
      parent_id: parentId,
      name,
      slug: freeCategorySlug(db, name),
      sort_order: (ids.size + 1) * 10,
    })
    ids.set(name, id)
    return id
  }
  for (const { category } of goods) if (!ids.has(category)) add(category, null)
  branch.reduce<number | null>((parentId, name) => add(name, parentId), null)
  return ids
}
