import type { DatabaseSync } from 'node:sqlite'

import { prepared } from '../../../storage/statements.ts'
import { unknownRecord } from '../unknown-record.ts'

/** Raises `emulator.bad-request` if the store has no such category. */
export function requireCategory(db: DatabaseSync, categoryId: number): void {
  if (prepared(db, 'SELECT 1 FROM categories WHERE id = ?').get(categoryId) === undefined)
    throw unknownRecord(`category ${categoryId}`, 'app call categories list')
}
