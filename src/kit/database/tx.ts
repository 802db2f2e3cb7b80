import type { Row, Sql } from './sql.ts'

export interface WriteOptions {
  /**
   * Whether to wait until the transaction is on the disk (the default). Otherwise a power failure may lose it, which is right only if the work would then be done
   * again.
   */
  readonly durable?: boolean
}

/** Statements inside one transaction. */
export interface Tx {
  rows(query: Sql): Promise<readonly Row[]>
  /** Returns how many rows the statement has changed. */
  write(statement: Sql): Promise<number>
}
