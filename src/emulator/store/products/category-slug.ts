import type { DatabaseSync } from 'node:sqlite'

import { prepared } from '../../../storage/statements.ts'
import { firstFree } from '../../../text/first-free.ts'
import { slugOf } from '../../../text/slug.ts'

const MAX_LENGTH = 80

/** The slug of a new category (B31): its name as words for an address, with a counter when the store has that slug already. */
export function freeCategorySlug(db: DatabaseSync, name: string): string {
  const base = slugOf(name, MAX_LENGTH) || 'category'
  const isTaken = (slug: string) => prepared(db, 'SELECT 1 FROM categories WHERE slug = ?').get(slug) !== undefined
  return firstFree(base, isTaken)
}
