import type { DatabaseSync } from 'node:sqlite'

import { integer } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

/** 32 MiB: few pages are written before they are full, and the process stays below 200 MiB. */
const PAGES = 'PRAGMA cache_size = -32768'

/**
 * Runs a seed of many rows with more pages in memory and without foreign key checks, because the seed itself has just written the referenced
 * rows. Do not call it within a transaction: SQLite changes these checks only outside one. The writes are as durable as all others.
 */
export function withFastWrites(db: DatabaseSync, seed: () => void): void {
  const cacheSize = integer(prepared(db, 'PRAGMA cache_size').get() ?? {}, 'cache_size')
  db.exec(`PRAGMA foreign_keys = OFF; ${PAGES}`)
  try {
    seed()
  } finally {
    db.exec(`PRAGMA foreign_keys = ON; PRAGMA cache_size = ${cacheSize}`)
  }
}
