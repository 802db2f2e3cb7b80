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
  /** Returns how many rows the statement has changed. On D1 they are written at the end, and it returns 1. */
  write(statement: Sql): Promise<number>
  /** Writes a statement without which the rest has no sense: if it changes no row, nothing of the transaction is written. */
  must(statement: Sql): Promise<void>
}

/** Thrown by a transaction whose `must` has changed no row. */
export class NothingChanged extends Error {}

/** Whether a transaction with a `must` was written. */
export async function wasWritten(transaction: Promise<unknown>): Promise<boolean> {
  try {
    await transaction
    return true
  } catch (error) {
    if (error instanceof NothingChanged) return false
    throw error
  }
}

/** A transaction that knows immediately what a statement has changed. */
export function txOf({ rows, write }: Pick<Tx, 'rows' | 'write'>): Tx {
  return {
    rows,
    write,
    async must(statement) {
      if ((await write(statement)) === 0) throw new NothingChanged()
    },
  }
}
