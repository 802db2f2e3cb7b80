import { sql, writeOne, type Db } from './db.ts'

/** The number of the newest file of migrations/: whoever adds one sets it here too. */
export const SCHEMA = 4

/** Whether the database is there, with all tables that this app needs. */
export async function isMigrated(db: Db): Promise<boolean> {
  const [row] = await db.rows(sql`SELECT version FROM schema`)
  return Number(row?.['version']) >= SCHEMA
}

/** Throws where nothing can be written now; changes nothing. */
export async function proveWritable(db: Db): Promise<void> {
  await writeOne(db, sql`UPDATE schema SET version = version`)
}
