import { DatabaseAway, type Database } from './database.ts'

/** So long a failure to write says that the next one would fail, too, in ms. After that one delivery finds out. */
const REMEMBERED_MS = 10_000

export interface WatchedDatabase {
  readonly db: Database
  /** Why nothing can be written, as the last attempt has found lately; null when it went well. */
  readonly writeTrouble: () => string | null
}

/** A database that remembers why it could not be written to: one that is full still answers every question. */
export function watchWrites(db: Database, now: () => number = Date.now): WatchedDatabase {
  let failed: { readonly why: string; readonly at: number } | null = null
  return {
    db: {
      ...db,
      transaction: async (...asked) => {
        try {
          const result = await db.transaction(...asked)
          failed = null
          return result
        } catch (error) {
          if (error instanceof DatabaseAway) failed = { why: error.message, at: now() }
          throw error
        }
      },
    },
    writeTrouble: () => (failed !== null && now() - failed.at < REMEMBERED_MS ? failed.why : null),
  }
}
