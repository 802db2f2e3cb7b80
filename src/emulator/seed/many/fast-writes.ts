import type { DatabaseSync } from 'node:sqlite'

import { integer } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

/** 32 MiB: few pages are written before they are full, and the process stays below 200 MiB. */
const PAGES = 'PRAGMA cache_size = -32768'

/**
 * Runs a seed of many rows with more pages in memory and without looking for the row behind each reference, which is one that the seed has just written.
 * Not within a transaction: SQLite turns its checks off and on only between two. What the seed writes is as durable as all else.
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
