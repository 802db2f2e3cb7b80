import type { Queue } from './queue.ts'
import type { Row, Sql } from './sql.ts'
import type { Tx, WriteOptions } from './tx.ts'

/** The database of an app. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres' | 'd1' | 'memory'
  rows(query: Sql): Promise<readonly Row[]>
  /** Runs all statements or none. Returns the number of rows changed by each. */
  batch(statements: readonly Sql[], options?: WriteOptions): Promise<readonly number[]>
  /** Writes all of `work` or nothing. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  readonly queue: Queue
  /** Connections for jobs, if they are separate from those for requests. */
  readonly worker?: Database
  /**
   * Opens the database and migrates its tables, or starts to: `trouble` reports when it is usable.
   * Throws a `KitError` with the reason if it fails.
   */
  open(): Promise<void>
  /** Reason why the database cannot be used now, as a sentence, or null. */
  trouble(): Promise<string | null>
  close(): Promise<void>
}

/** Runs one statement. Returns the number of changed rows. */
export async function writeOne(database: Database, statement: Sql, options?: WriteOptions): Promise<number> {
  const [changed = 0] = await database.batch([statement], options)
  return changed
}
