import { openDatabase } from '../../src/database.ts'
import type { Db } from '../../src/db.ts'

/** A new database that is gone at the end. */
export async function openTestDb(): Promise<Db> {
  return openDatabase(':memory:')
}
