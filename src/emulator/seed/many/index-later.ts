import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

/** What a seed of many rows fills and does not look up by; the unique ones stay. */
const filled = "'products', 'prices', 'product_attributes', 'orders'"

/**
 * Drops the plain indexes of the tables that a seed of many rows fills, inside its transaction; the returned function makes them again as they were. An index that is sorted
 * once costs a fraction of one that takes a row at a time.
 */
export function indexLater(db: DatabaseSync): () => void {
  const indexes = prepared(
    db,
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN (${filled}) AND sql LIKE 'CREATE INDEX %' ORDER BY name`,
  ).all()
  for (const index of indexes) db.exec(`DROP INDEX ${text(index, 'name')}`)
  return () => {
    for (const index of indexes) db.exec(text(index, 'sql'))
  }
}
