import type { Queue } from '../work/queue.ts'
import type { Row, Sql } from './sql.ts'
import type { Tx, WriteOptions } from './tx.ts'

/** Where an app keeps its state. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres' | 'd1' | 'memory'
  rows(query: Sql): Promise<readonly Row[]>
  /** All statements or none. Returns how many rows each has changed. */
  batch(statements: readonly Sql[], options?: WriteOptions): Promise<readonly number[]>
  /** All of `work` is written, or nothing. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  readonly queue: Queue
  /** The connections of jobs, if requests and jobs have separate ones. */
  readonly worker?: Database
  /** Opens the database and brings its tables up to date, or begins to: `trouble` says when it can be used. Throws a `KitError` that says why it cannot. */
  open(): Promise<void>
  /** Why nothing can be stored now, in a sentence. */
  trouble(): Promise<string | null>
  close(): Promise<void>
}

/** Writes one statement. Returns how many rows it has changed. */
export async function writeOne(database: Database, statement: Sql, options?: WriteOptions): Promise<number> {
  const [changed = 0] = await database.batch([statement], options)
  return changed
}
