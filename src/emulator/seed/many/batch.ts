import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { prepared } from '../../../storage/statements.ts'

/** Collects rows of one table before they are written. */
export interface Batch {
  /** Adds one row, with its values in the order of the columns. */
  readonly add: (...values: readonly SQLInputValue[]) => void
  /** Writes the collected rows. Call it before anything reads the table. */
  readonly flush: () => void
}

const ROWS = 40

/** Writes several rows with each statement, because an SQLite call costs as much as the row itself. For rows whose ids are not needed. */
export function createBatch(db: DatabaseSync, table: string, columns: readonly string[]): Batch {
  const row = `(${columns.map(() => '?').join(', ')})`
  const insert = (rows: number) =>
    prepared(
      db,
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`,
    )
  const full = insert(ROWS)
  const held: SQLInputValue[] = []
  return {
    add: (...values) => {
      held.push(...values)
      if (held.length === ROWS * columns.length) full.run(...held.splice(0))
    },
    flush: () => {
      if (held.length > 0) insert(held.length / columns.length).run(...held.splice(0))
    },
  }
}
