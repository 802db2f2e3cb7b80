import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

/** Tables that a large seed fills without looking rows up. Unique indexes stay. */
const filled = "'products', 'prices', 'product_attributes', 'orders'"

/**
 * Drops the plain indexes of the tables that a large seed fills, inside its transaction. The returned
 * function recreates them. Sorting an index once costs a fraction of adding rows one by one.
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
