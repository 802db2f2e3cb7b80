import type { DatabaseSync } from 'node:sqlite'

import { prepared } from '../../../storage/statements.ts'
import { availableName } from '../../../text/available-name.ts'
import { slugOf } from '../../../text/slug.ts'

const MAX_LENGTH = 80

/** Creates the slug of a new category (B31) from its name, with a counter if the store already has that slug. */
export function freeCategorySlug(db: DatabaseSync, name: string): string {
  const base = slugOf(name, MAX_LENGTH) || 'category'
  const isTaken = (slug: string) => prepared(db, 'SELECT 1 FROM categories WHERE slug = ?').get(slug) !== undefined
  return availableName(base, isTaken)
}
