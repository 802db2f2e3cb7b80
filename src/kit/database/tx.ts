import type { Row, Sql } from './sql.ts'

export interface WriteOptions {
  /**
   * Whether to wait until the transaction is on disk. Default: true. Use false only if work lost in
   * a power failure is done again.
   */
  readonly durable?: boolean
}

/** Statements inside one transaction. */
export interface Tx {
  rows(query: Sql): Promise<readonly Row[]>
  /** Returns the number of changed rows. On D1 statements are written at the end, so it returns 1. */
  write(statement: Sql): Promise<number>
  /** Writes a required statement. If it changes no row, nothing in the transaction is written. */
  must(statement: Sql): Promise<void>
}

/** Thrown by a transaction whose `must` changed no row. */
export class NothingChanged extends Error {}

/** Returns whether a transaction with `must` was written. */
export async function wasWritten(transaction: Promise<unknown>): Promise<boolean> {
  try {
    await transaction
    return true
  } catch (error) {
    if (error instanceof NothingChanged) return false
    throw error
  }
}

/** Creates a transaction that knows immediately how many rows a statement changed. */
export function txOf({ rows, write }: Pick<Tx, 'rows' | 'write'>): Tx {
  return {
    rows,
    write,
    async must(statement) {
      if ((await write(statement)) === 0) throw new NothingChanged()
    },
  }
}
